import type { GoroutineBytes } from '../../engine/goroutineQueries';
import { fetchGoroutines, type ServiceGoroutines } from '../../live/goroutinesRequest';
import type { ReadGoroutines } from '../../pages/goroutines/goroutinesPanel';
import type { Instance } from '../../live/targets/instances';
import { isAbort } from '../../profile/common/guard';
import { requireTrust } from '../../ui/preconditionError';
import { type Stages, withLateProgress } from '../../ui/progress';
import { sentenceOf } from '../../ui/systemFailure';
import { bytesOf } from '../texts/textBytes';
import { type GoroutineParts, panelOf } from './openGoroutines';
import { readGoroutines } from './readGoroutines';
import { cutNotes, failureNotes, newNotes, totalNotes } from './serviceNotes';

type Reachable = Pick<Instance, 'name' | 'url'> & Partial<Instance>;

/** Services whose goroutines are shown together. */
export interface ServiceToWatch {
  /** What the page is called. */
  readonly name: string;
  /**
   * Makes its instances reachable; at least one. The URL is that of the page that lists its profiles, or of a profile
   * beside it. Called before each fetch.
   */
  readonly instances: (signal: AbortSignal) => Promise<readonly Reachable[]>;
}

/** How many instances are asked at the same time. */
const AT_ONCE = 8;
/** Limit for the texts of all instances and those before, in bytes: those that do not fit show their counts alone. */
const MAX_BYTES = 256 << 20;
const NEVER = new AbortController().signal;

/**
 * Shows the goroutines of a service, of all its instances together. Those that do not answer are named above the
 * others. Throws CaptureError if none answers, EngineError, or AbortError.
 */
export async function showServiceGoroutines(service: ServiceToWatch, parts: GoroutineParts): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const live = new LiveGoroutines(service, parts);
  panelOf(parts).show(await live.taken([]));
}

/** An answer whose text is in memory that threads share. */
type Answered = Omit<ServiceGoroutines, 'text'> & Pick<GoroutineBytes, 'bytes'>;

/** Fetches the goroutines of a service, again and again. */
class LiveGoroutines {
  private isFetching = false;

  constructor(private readonly service: ServiceToWatch, private readonly parts: GoroutineParts) {}

  /** @param before what to compare with; empty: nothing */
  async taken(before: readonly GoroutineBytes[]): Promise<ReadGoroutines> {
    const { name } = this.service;
    return withLateProgress(`Fetching the goroutines of ${name}`, NEVER, async (signal, stages) => {
      const { texts, notes, totals } = await this.fetched(before, signal, stages);
      const [answered, known] = [texts, before].map((all) => new Set(all.map(({ service }) => service)));
      const areCompared = [...answered].some((service) => known.has(service));
      // Those of instances that do not answer now stay: they may answer the next time.
      const earlier = areCompared ? before.map((text) => ({ ...text, isBefore: true })) : [];
      stages.report('reading the goroutines');
      const shown = { origin: name, captureTitle: `${name} goroutines`, texts: [...earlier, ...texts] };
      const read = await readGoroutines(shown, this.parts.engine, signal);
      return {
        ...read,
        notes: [...notes, ...newNotes(before, texts), ...totalNotes(read.summary, totals)],
        refresh: (shown, compares) => this.refresh(shown, compares),
      };
    });
  }

  /** Fetches once more. If that fails, what is shown stays, and the page says why. */
  private async refresh(shown: ReadGoroutines, compares: boolean): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    const panel = panelOf(this.parts);
    try {
      const newer = await this.taken(shown.texts.filter(({ isBefore }) => compares !== (isBefore ?? false)));
      if (panel.shows(shown)) panel.show(newer);
    } catch (error) {
      if (isAbort(error)) return;
      const sentence = sentenceOf(error);
      this.parts.output.warn(sentence);
      if (panel.shows(shown)) panel.showFailure(`Not fetched again. ${sentence}`);
    } finally {
      this.isFetching = false;
    }
  }

  private async fetched(before: readonly GoroutineBytes[], signal: AbortSignal, stages: Stages) {
    const instances = await this.service.instances(signal);
    const isOne = instances.length === 1;
    const answers: (Answered | undefined)[] = [];
    const failures: (readonly [name: string, error: unknown])[] = [];
    let left = MAX_BYTES - before.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const waiting = [...instances.entries()];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [at, { name, url, connection }] = next;
        signal.throwIfAborted();
        const onCounted = (total: number): void => isOne ? stages.report(`${total} goroutines`) : undefined;
        let reserved = 0;
        const hasRoom = (bytes: number): boolean => {
          if (bytes > left) return false;
          left -= reserved = bytes;
          return true;
        };
        const known = { index: indexBeside(url), ...(connection && { connection }) };
        try {
          const { text, ...answer } = await fetchGoroutines({ ...known, signal, onCounted, hasRoom });
          left += reserved - text.length;
          answers[at] = { ...answer, bytes: await bytesOf(text) };
        } catch (error) {
          left += reserved;
          failures.push([name, error]);
        }
        if (!isOne) stages.report(`${instances.length - waiting.length} of ${instances.length} instances`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, instances.length) }, work));
    signal.throwIfAborted();
    if (failures.length === instances.length) throw failures[0][1];
    const texts: GoroutineBytes[] = [];
    const cut: (readonly [string, Answered])[] = [];
    const totals: number[] = [];
    for (const [at, answer] of answers.entries()) {
      if (!answer) continue;
      const { name } = instances[at];
      const { bytes, takenAt, process } = answer;
      cut.push([name, answer]);
      totals.push(answer.total);
      const own = { ...(process !== undefined && { process }), ...(!isOne && { service: name }) };
      texts.push({ bytes, takenAt, ...own });
    }
    return { texts, totals, notes: [...failureNotes(failures), ...cutNotes(cut)] };
  }
}

/** The page that lists the profiles of a service. */
function indexBeside(url: URL): URL {
  const index = new URL('.', url);
  index.search = url.search;
  return index;
}
