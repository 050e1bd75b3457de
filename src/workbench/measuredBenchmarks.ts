import type { CaptureRecord } from '../bench/captures/captureStore';
import type { latestVerdicts, newestFirst, ResultVerdict } from '../bench/latestVerdicts';
import type { caseVerdicts, verdictText } from '../bench/verdict';
import type { Programs } from '../bench/captures/programs';
import { inBackground } from './inBackground';
import type { OnDemand } from './onceLoaded';
import { baseOf } from './resultBook';
import type { LoadedCaptures } from './loadedCaptures';
import { machineSentence, verdictDetails } from './verdictDetails';

/** The functions that compute verdicts; loaded with the first capture that has one. */
export interface VerdictWords {
  readonly verdictText: typeof verdictText;
  readonly caseVerdicts: typeof caseVerdicts;
  readonly latestVerdicts: typeof latestVerdicts;
  readonly newestFirst: typeof newestFirst;
}

/** What the lenses say about measuring a benchmark again. */
export interface MeasuredBenchmark {
  /** Whether the program of one of its captures is stored. */
  readonly hasProgram: boolean;
  /** The time of the pinned capture that it is measured against, in milliseconds since the epoch. */
  readonly pinnedAt?: number;
  /** The verdict of its newest capture, if that was measured in turns with an earlier program. */
  readonly verdict?: ShownVerdict;
  /** The verdicts on its newest results and those of its cases, by `caseKey`; unset if no capture has any. */
  readonly verdicts?: ReadonlyMap<string, ResultVerdict>;
}

export interface ShownVerdict {
  /** Id of the capture. */
  readonly id: string;
  readonly text: string;
  /** Whether something limits the verdict; the details say what. */
  readonly isLimited: boolean;
  /** Lines on the earlier program, the verdict's limits, each of several cases, the machine, and what a click does. */
  readonly details: string;
}

/** The benchmarks of the workspace that were measured: which can be measured again, and with what verdict. */
export class MeasuredBenchmarks {
  private benchmarks = new Map<string, MeasuredBenchmark>();
  private readonly listeners = new Set<() => void>();
  private readonly subscription: { dispose(): void };
  private latest = 0;

  constructor(
    private readonly captures: Pick<LoadedCaptures, 'records' | 'onDidChangeCaptures'>,
    private readonly programs: OnDemand<Pick<Programs, 'ids'>>,
    private readonly words: OnDemand<VerdictWords>,
  ) {
    this.subscription = captures.onDidChangeCaptures(() => inBackground(this.refresh()));
  }

  of(file: string, benchmark: string): MeasuredBenchmark | undefined {
    return this.benchmarks.get(keyOf(file, benchmark));
  }

  /** Reads the captures again. Never rejects. */
  async refresh(): Promise<void> {
    const request = ++this.latest;
    const benchmarks = await this.read().catch(() => undefined);
    if (!benchmarks || request !== this.latest) return;
    this.benchmarks = benchmarks;
    for (const listener of [...this.listeners]) listener();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async read(): Promise<Map<string, MeasuredBenchmark>> {
    const records = await this.captures.records();
    const stored = await (await this.programs()).ids();
    const groups = new Map<string, CaptureRecord[]>();
    for (const record of records) {
      if (!record.target?.name.startsWith('Benchmark')) continue;
      const key = keyOf(record.target.file, record.target.name);
      groups.set(key, [...(groups.get(key) ?? []), record]);
    }
    const benchmarks = new Map<string, MeasuredBenchmark>();
    for (const [key, records] of groups) {
      const verdicts = records.some(({ again }) => again) ? await this.verdictsOf(records) : {};
      const programs = records.filter(({ id }) => stored.has(id));
      const pinnedAt = programs.find(({ isPinned }) => isPinned)?.capturedAt;
      const pinned = pinnedAt !== undefined && { pinnedAt };
      benchmarks.set(key, { hasProgram: programs.length > 0, ...pinned, ...verdicts });
    }
    return benchmarks;
  }

  private async verdictsOf(records: readonly CaptureRecord[]): Promise<Pick<MeasuredBenchmark, 'verdict' | 'verdicts'>> {
    const words = await this.words();
    const [newest] = words.newestFirst(records);
    const verdict = newest && this.verdictOf(newest, words);
    return { ...(verdict && { verdict }), verdicts: words.latestVerdicts(records) };
  }

  private verdictOf({ id, again, results, conditions }: CaptureRecord, words: VerdictWords): ShownVerdict | undefined {
    if (!again) return undefined;
    const paired = { ...again, now: results };
    const cases = words.caseVerdicts(paired);
    const { revision } = again.base;
    const text = words.verdictText(paired);
    const capture = { again, conditions };
    const { against, limits } = verdictDetails(capture, Date.now());
    const details = [
      against,
      ...limits,
      ...(cases.length > 1 ? cases.map((each) => `${each.label}: ${each.text}`) : []),
      ...machineSentence(capture),
      'Click to compare the two in the columns and the flame graph.',
    ];
    const isLimited = limits.length > 0;
    return { id, text: revision ? `against ${revision}: ${text}` : text, isLimited, details: details.join('\n') };
  }
}

function keyOf(file: string, benchmark: string): string {
  return `${file}\0${baseOf(benchmark)}`;
}
