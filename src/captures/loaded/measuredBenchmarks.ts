import type { CaptureRecord } from '../disk/captureStore';
import type { Programs } from '../disk/programs';
import { isBenchmark } from '../loadedCapture';
import { inBackground } from '../../ui/inBackground';
import type { OnDemand } from '../../ui/onceLoaded';
import { benchmarkKey } from './latestResults';
import { measuredName } from '../captureGroups';
import type { LoadedCaptures } from './loadedCaptures';
import type { ShownVerdicts, verdictsOf } from '../shownVerdict';
import { ignored } from '../../profile/common/ignored';
import { Listeners } from '../../profile/common/listeners';

/** Computes verdicts; loaded with the first capture that has one. */
export interface Verdicts {
  readonly verdictsOf: typeof verdictsOf;
}

/** What the lenses say about measuring a benchmark again. */
export interface MeasuredBenchmark extends Partial<ShownVerdicts> {
  /** Whether the program of one of its captures is stored. */
  readonly hasProgram: boolean;
  /** The time of the pinned capture that it is measured against, in milliseconds since the epoch. */
  readonly pinnedAt?: number;
  /** `size=10`, if the capture that it is measured against is of one case: only that is measured again. */
  readonly onlyCase?: string;
}

/** The measured benchmarks of the workspace: whether each can be measured again, and its last verdicts. */
export class MeasuredBenchmarks {
  private benchmarks = new Map<string, MeasuredBenchmark>();
  private readonly listeners = new Listeners();
  private readonly subscription: { dispose(): void };
  private latest = 0;

  constructor(
    private readonly captures: Pick<LoadedCaptures, 'records' | 'onDidChangeCaptures'>,
    private readonly programs: OnDemand<Pick<Programs, 'ids'>>,
    private readonly verdicts: OnDemand<Verdicts>,
  ) {
    this.subscription = captures.onDidChangeCaptures(() => inBackground(this.refresh()));
  }

  of(file: string, benchmark: string): MeasuredBenchmark | undefined {
    return this.benchmarks.get(benchmarkKey(file, benchmark));
  }

  /** Reads the captures again. Never rejects. */
  async refresh(): Promise<void> {
    const request = ++this.latest;
    const benchmarks = await this.read().catch(ignored('lenses do not know the captures'));
    if (!benchmarks || request !== this.latest) return;
    this.benchmarks = benchmarks;
    this.listeners.call();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async read(): Promise<Map<string, MeasuredBenchmark>> {
    const records = await this.captures.records();
    const stored = await (await this.programs()).ids();
    const groups = new Map<string, CaptureRecord[]>();
    for (const record of records) {
      if (!isBenchmark(record)) continue;
      const key = benchmarkKey(record.target.file, record.target.name);
      groups.set(key, [...(groups.get(key) ?? []), record]);
    }
    const benchmarks = new Map<string, MeasuredBenchmark>();
    for (const [key, records] of groups) {
      const verdicts = records.some(({ turns }) => turns) ? (await this.verdicts()).verdictsOf(records) : {};
      const programs = records.filter(({ id, chosenEnvironment, stage }) => {
        return stored.has(id) && chosenEnvironment === undefined && stage === undefined;
      });
      const pinned = programs.find(({ isPinned }) => isPinned);
      const earlier = pinned ?? programs.at(0);
      const onlyCase = earlier && caseOf(measuredName(earlier));
      benchmarks.set(key, {
        hasProgram: programs.length > 0,
        ...(pinned && { pinnedAt: pinned.capturedAt }),
        ...(onlyCase !== undefined && { onlyCase }),
        ...verdicts,
      });
    }
    return benchmarks;
  }
}

/** `size=10` of `BenchmarkX/size=10`; undefined for `BenchmarkX`. */
function caseOf(name: string): string | undefined {
  const slash = name.indexOf('/');
  return slash < 0 ? undefined : name.slice(slash + 1);
}
