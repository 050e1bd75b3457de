import type { QueryEngine } from '../../../engine/client';
import type { LoadedSummary } from '../../../engine/queries';
import type { TimeRange } from '../../../fleet/fleetQuery';
import { DAY_MS } from '../../../fleet/timePieces';
import { ignored } from '../../../profile/common/ignored';
import type { AnswerFiles, StoreAnswer, StoredAnswer } from './answerFiles';

/** An answer for the last day is as good as new for this long. */
export const FRESH_MS = 10 * 60_000;

/** Asks a store for one profile, the merge of all that it has of a time; undefined if it has none. */
export type AskRange = (range: TimeRange, signal: AbortSignal) => Promise<StoreAnswer | undefined>;

/** What is asked: see FleetSource.defaults. */
export interface ProductionQuestion {
  /** A text that is equal for equal questions: source, service, type, filters. */
  readonly key: string;
  readonly ask: AskRange;
}

/** A profile of production, in the engine until `unload`. */
export interface ProductionAnswer {
  readonly range: TimeRange;
  readonly summary: LoadedSummary;
  readonly stored: StoredAnswer;
}

/** Profiles of production for one question: of the last 24 hours, and of the days before. */
export class ProductionProfiles {
  private latest: ProductionAnswer | undefined;
  private previous: ProductionAnswer | undefined;
  private asking: Promise<ProductionAnswer | undefined> | undefined;

  constructor(
    private readonly engine: QueryEngine,
    private readonly files: AnswerFiles,
    private readonly question: ProductionQuestion,
    private readonly now: () => number = Date.now,
  ) {}

  /** The last 24 hours; undefined if the store has none. Throws like `AskRange`, EngineError or the system's error. */
  async lastDay(signal: AbortSignal): Promise<ProductionAnswer | undefined> {
    // A second question waits for the first, whose answer it may share.
    const before = this.asking;
    const asked = (async () => {
      await before?.catch(() => undefined);
      signal.throwIfAborted();
      return this.askLastDay(signal);
    })();
    this.asking = asked;
    return asked;
  }

  private async askLastDay(signal: AbortSignal): Promise<ProductionAnswer | undefined> {
    const range = lastDayAt(this.now());
    // Another window may have removed it.
    if (this.latest?.range.to === range.to && (await this.files.has(this.latest.stored))) return this.latest;
    const answer = await this.load(range, signal);
    // A view shows the one before until the new one is drawn.
    if (this.previous) this.unload(this.previous);
    this.previous = this.latest;
    return (this.latest = answer);
  }

  /**
   * Calls `use` with each of so many days (in UTC) before the last 24 hours, the oldest first, and returns what it
   * returns; undefined for a day without data. Throws like `lastDay`, and what `use` throws.
   */
  async days<T>(
    count: number,
    use: (answer: ProductionAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly to: number; readonly result: T | undefined }[]> {
    // Days that end at midnight are the same question until the next one.
    const midnight = Math.floor(lastDayAt(this.now()).from / DAY_MS) * DAY_MS;
    const results: { to: number; result: T | undefined }[] = [];
    for (let before = count; before > 0; before--) {
      const to = midnight - (before - 1) * DAY_MS;
      const answer = await this.load({ from: to - DAY_MS, to }, signal);
      try {
        results.push({ to, result: answer && (await use(answer)) });
      } finally {
        if (answer) this.unload(answer);
      }
    }
    return results;
  }

  /** The time that `lastDay` answers for now. */
  lastRange(): TimeRange {
    return lastDayAt(this.now());
  }

  dispose(): void {
    for (const answer of [this.previous, this.latest]) if (answer) this.unload(answer);
    this.previous = this.latest = undefined;
  }

  private async load(range: TimeRange, signal: AbortSignal): Promise<ProductionAnswer | undefined> {
    const { key, ask } = this.question;
    const stored = await this.files.fileOf(`${key} ${range.from} ${range.to}`, () => ask(range, signal));
    if (!stored) return undefined;
    const { path } = stored;
    return { range, stored, summary: await this.engine.ask('load', { source: { kind: 'file', path } }, signal) };
  }

  private unload({ summary: { id: profile } }: ProductionAnswer): void {
    this.engine.ask('unload', { profile }).catch(ignored('a profile of production stays loaded'));
  }
}

/** Equal for some minutes, so that the same question is not asked again. Ends in the future, to have what is newest. */
function lastDayAt(now: number): TimeRange {
  const to = Math.ceil((now + 1) / FRESH_MS) * FRESH_MS;
  return { from: to - DAY_MS, to };
}
