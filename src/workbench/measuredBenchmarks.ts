import type { CaptureRecord } from '../bench/captures/captureStore';
import type { caseVerdicts, verdictText } from '../bench/verdict';
import type { Programs } from '../bench/captures/programs';
import { inBackground } from './inBackground';
import type { OnDemand } from './onceLoaded';
import { baseOf } from './resultBook';
import type { LoadedCaptures } from './loadedCaptures';
import { whenText } from './whenText';

/** Computes verdicts; loaded with the first capture that has one. */
export interface VerdictWords {
  readonly verdictText: typeof verdictText;
  readonly caseVerdicts: typeof caseVerdicts;
}

/** What the lenses say about measuring a benchmark again. */
export interface MeasuredBenchmark {
  /** Whether the program of one of its captures is stored. */
  readonly hasProgram: boolean;
  /** Of its newest capture, if that was measured in turns with an earlier one. */
  readonly verdict?: ShownVerdict;
}

export interface ShownVerdict {
  /** Id of the capture. */
  readonly id: string;
  readonly text: string;
  /** Sentences on what limits it. */
  readonly notes: readonly string[];
  readonly details: string;
}

/** The benchmarks of the workspace that were measured: which can be measured again, and with what verdict. */
export class MeasuredBenchmarks {
  private known = new Map<string, MeasuredBenchmark>();
  private readonly listeners = new Set<() => void>();
  private readonly subscription: { dispose(): void };
  private latest = 0;

  constructor(
    private readonly captures: Pick<LoadedCaptures, 'records' | 'onDidChangeKept'>,
    private readonly programs: OnDemand<Pick<Programs, 'ids'>>,
    private readonly words: OnDemand<VerdictWords>,
  ) {
    this.subscription = captures.onDidChangeKept(() => inBackground(this.refresh()));
  }

  of(file: string, benchmark: string): MeasuredBenchmark | undefined {
    return this.known.get(keyOf(file, benchmark));
  }

  /** Reads the captures anew. Never rejects. */
  async refresh(): Promise<void> {
    const order = ++this.latest;
    const known = await this.read().catch(() => undefined);
    if (!known || order !== this.latest) return;
    this.known = known;
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
    const known = new Map<string, MeasuredBenchmark>();
    for (const [key, records] of groups) {
      const verdict = await this.verdictOf(latestOf(records));
      known.set(key, { hasProgram: records.some(({ id }) => stored.has(id)), ...(verdict && { verdict }) });
    }
    return known;
  }

  private async verdictOf({ id, again, results, conditions }: CaptureRecord): Promise<ShownVerdict | undefined> {
    if (!again) return undefined;
    const { verdictText: textOf, caseVerdicts: casesOf } = await this.words();
    const paired = { ...again, now: results };
    const cases = casesOf(paired);
    const { revision, capturedAt } = again.base;
    const text = textOf(paired);
    const details = [
      `Measured in turns with ${revision ?? `the program of the capture of ${whenText(capturedAt, Date.now())}`}.`,
      ...(cases.length > 1 ? cases.map(({ subName, text }) => `${subName}: ${text}`) : []),
      ...(again.stopped === 'failed' ? ['A run failed before all were done.'] : []),
      ...(conditions?.machine ? [`${conditions.machine.join(', ')}.`] : []),
      'Click to compare the two in the columns and the flame graph.',
    ];
    return { id, text: revision ? `against ${revision}: ${text}` : text, notes: again.notes, details: details.join('\n') };
  }
}

/** The newest of captures that are sorted by the clock, although the clock may have been set back meanwhile. */
function latestOf([first, ...others]: readonly CaptureRecord[]): CaptureRecord {
  const later = others.find(({ again }) => again?.base.id === first.id);
  return later ? latestOf([later, ...others.filter((record) => record !== later)]) : first;
}

function keyOf(file: string, benchmark: string): string {
  return `${file}\0${baseOf(benchmark)}`;
}
