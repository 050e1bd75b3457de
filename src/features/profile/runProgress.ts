import {
  casesKnown, casesMeasured, type KnownCases, planText, type RunPlan, type RunState, runMillis, runText,
} from '../../bench/howLong';
import type { BenchmarkOutput, BenchmarkResult } from '../../bench/parseOutput';
import type { Rounds } from '../../bench/goTestResults';
import { ResultStream } from '../../bench/resultStream';
import type { SuiteEntry } from '../../bench/howLongSuite';
import type { GoTestRequest } from '../../go/captureTypes';
import { benchtimeOf, durationNanos, iterationsIn, profileGroups } from '../../go/test/profiledRuns';
import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';

/** How a benchmark is run that a request profiles, and times in another run. */
export function planOf(
  request: Pick<GoTestRequest, 'benchtime' | 'go' | 'kinds' | 'memProfileRate'>,
  { count, cpus = [] }: Rounds,
  isTimed: boolean,
): RunPlan {
  const benchtime = benchtimeOf(request);
  const iterations = iterationsIn(benchtime);
  const millis = (durationNanos(benchtime) ?? 1e9) / 1e6;
  return {
    benchtime: iterations === undefined ? { millis } : { iterations },
    rounds: count * Math.max(1, cpus.length),
    runs: profileGroups(request).length + (isTimed ? 1 : 0),
  };
}

/** Milliseconds for what a benchmark takes beside its results: starting its program, reading its profiles. */
const OVERHEAD_MS = 500;

/** What is known of a benchmark before it runs in a suite. */
export function suiteEntry(earlier: readonly BenchmarkResult[], plan: RunPlan): SuiteEntry {
  const known = casesKnown(earlier, plan);
  const single = known ?? (hasTime(plan) ? casesKnown([NO_RESULT], plan) : undefined);
  const run = single && runMillis(single, plan);
  return { cases: known?.weights.length, millis: run === undefined ? undefined : plan.runs * run + OVERHEAD_MS };
}

const NO_RESULT: BenchmarkResult = {
  name: '', baseName: '', subName: '', procs: 1, iterations: 0, values: [], config: {}, line: 0,
};

function hasTime({ benchtime }: RunPlan): boolean {
  return 'millis' in benchtime;
}

/** Milliseconds between two readings of the results of a run that goes on. */
const READING_MS = 1000;
/** More results of a run that goes on are not shown before its end, because reading them would take too long. */
const MAX_READ = 2000;

interface RunProgressOptions {
  /** Whether other measurements follow the runs. */
  readonly isPart?: boolean;
  readonly now?: () => number;
}

/** Follows the runs of a benchmark by the results that they print: says how far they are, and shows results at once. */
export class RunProgress {
  private known: KnownCases | undefined;
  private later: number;
  private stream = new ResultStream();
  /** The number of results of the benchmark that the run has printed, and of all results. */
  private done = 0;
  private count = 0;
  private haveNames = false;
  private startedAt = 0;
  private lastAt = 0;
  private readAt = 0;
  private readonly isPart: boolean;
  private readonly now: () => number;
  private onResults: ((output: BenchmarkOutput) => void) | undefined;

  /**
   * @param name the benchmark or case that is run
   * @param earlier its earlier results
   */
  constructor(
    private readonly name: string,
    private readonly earlier: readonly BenchmarkResult[],
    private plan: RunPlan,
    { isPart = false, now = () => performance.now() }: RunProgressOptions = {},
  ) {
    this.isPart = isPart;
    this.now = now;
    this.later = plan.runs;
    this.known = casesKnown(earlier, plan);
  }

  /** What is known before the first run; undefined if that is nothing. */
  get planText(): string | undefined {
    return this.isPart ? undefined : planText(this.known, this.plan);
  }

  /** Call when the kind of loop is known. */
  setLoop(loop: BenchmarkLoop | undefined): void {
    this.plan = { ...this.plan, loop };
    this.known = casesKnown(this.earlier, this.plan);
  }

  /**
   * Follows one run.
   * @param onResults called about every second with the results so far, if there are new ones of cases
   */
  async follow<T>(run: () => Promise<T>, onResults?: (output: BenchmarkOutput) => void): Promise<T> {
    this.onResults = onResults;
    this.later--;
    this.begin();
    try {
      return await run();
    } finally {
      this.onResults = undefined;
      this.known = casesMeasured(this.state());
    }
  }

  /** See GoTestRequest. A run may start the program twice, at first to calibrate: only the last time counts. */
  readonly onRun = (): ((text: string) => void) => {
    this.known ??= casesKnown(this.resultsFrom(0), this.plan);
    this.begin();
    const { stream } = this;
    return (text) => {
      stream.append(text);
      if (text.includes('\n')) this.readNew(stream);
    };
  };

  /** How far the run is; see StageOptions. */
  readonly detail = (): string | undefined => runText(this.state(), this.isPart);

  private begin(): void {
    this.stream = new ResultStream();
    this.done = this.count = 0;
    this.startedAt = this.lastAt = this.now();
    this.readAt = -Infinity;
  }

  private state(): RunState {
    const { done, known, haveNames, later, startedAt, lastAt, plan: { rounds } } = this;
    const [millis, lastMillis] = [this.now() - startedAt, lastAt - startedAt];
    return { done, rounds, known, haveNames, later, millis, lastMillis };
  }

  private readNew(stream: ResultStream): void {
    if (stream.count === this.count) return;
    const added = this.resultsFrom(this.count);
    this.count = stream.count;
    if (added.length === 0) return;
    const now = this.now();
    this.done += added.length;
    this.lastAt = now;
    this.haveNames ||= added.some(({ subName }) => subName !== '');
    if (!this.onResults || !this.haveNames || this.done > MAX_READ || now - this.readAt < READING_MS) return;
    this.readAt = now;
    this.onResults(stream.soFar());
  }

  /** The results of the benchmark, without the first `count` results that the run has printed. */
  private resultsFrom(count: number): readonly BenchmarkResult[] {
    const [baseName] = this.name.split('/');
    return this.stream.soFar().results.slice(count).filter((result) => result.baseName === baseName);
  }
}
