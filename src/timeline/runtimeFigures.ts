/**
 * The runtime's own figures in a row: what a program's agent read at a moment, or the highest readings of the time
 * since the row before. NaN where Go, or this row, does not tell.
 */
export const RUNTIME_FIGURES = [
  /** Bytes of objects, those included that the garbage collector has not freed yet. */
  'heapObjects',
  /** Bytes that the last garbage collection found in use. NaN before the first one. */
  'heapLive',
  /** The size in bytes at which the next garbage collection is to be done. NaN if the heap may grow without limit. */
  'heapGoal',
  /** Garbage collections that ended. */
  'cycles',
  /**
   * Nanoseconds: the longest pause for garbage collection, and all pauses together. Upper limits, because the runtime
   * counts pauses in buckets.
   */
  'longestPause', 'pauses',
  /**
   * Percent of the CPU time that GOMAXPROCS makes available, from the end of the cycle that a row before has to the end
   * of the last one in this row, because Go counts the time at the end of a cycle. NaN in rows without an end. Without
   * the time that processors spent on it only because they were idle.
   */
  'gcShare',
  /** Goroutines of the program. */
  'goroutines',
  /** Goroutines that run, that wait for a processor, and that are in system calls or C. */
  'running', 'runnable', 'notInGo',
  /**
   * Nanoseconds that goroutines waited for a processor before they ran: the median and the 99th percentile of those
   * that began to run since the row before; upper limits.
   */
  'latencyMedian', 'latency99',
  /** CPU time of the process per time. NaN in the first row, and in one that covers less than 50 ms. */
  'cpuUsed',
  /** GOMAXPROCS. */
  'processors',
] as const;

export type RuntimeFigure = (typeof RUNTIME_FIGURES)[number];

/** Rows of figures. */
export interface RuntimeFigures {
  /** Seconds since the program began. */
  readonly times: readonly number[];
  /** One for each of RUNTIME_FIGURES. */
  readonly columns: readonly (readonly number[])[];
}

/** The number of rows that are read at most, ten times as many as an agent writes. */
const MAX_ROWS = 30_000;
/** Of a shorter time, the CPU time in use is not known: half a reading would be most of it. */
const MIN_SECONDS = 0.05;
/** The number of characters of a line at most. */
const MAX_LINE = 100_000;

/** The heap goal under GOGC=off without a memory limit is about 2^63 bytes: there is none. */
const NO_GOAL = 2 ** 60;

/** What the last row has of columns that count up. */
interface Counted {
  time: number;
  cpu: number;
  cycles: number;
  /** Without idle processors. */
  gcSeconds: number;
  allSeconds: number;
}

/**
 * Reads the figures that an agent writes: see agentFigures for the format. Text can be added as it grows; a last line
 * without an end is left for later. Lines of another form are skipped.
 */
export class RuntimeFiguresReader implements RuntimeFigures {
  readonly times: number[] = [];
  readonly columns: number[][] = RUNTIME_FIGURES.map(() => []);
  private rest = '';
  /** The place of each column in a row, by its name. */
  private places = new Map<string, number>();
  private length = 0;
  /** The upper limits of the buckets of each histogram, in nanoseconds. */
  private readonly limits = new Map<string, readonly number[]>();
  private before: Counted = { time: 0, cpu: 0, cycles: 0, gcSeconds: 0, allSeconds: 0 };

  /** How many rows were read. */
  get count(): number {
    return this.times.length;
  }

  add(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!.slice(0, MAX_LINE);
    for (const line of lines) this.line(line);
  }

  private line(line: string): void {
    const words = line.slice(0, MAX_LINE).split(' ');
    if (words[0] === 'time') {
      this.places = new Map(words.map((word, i) => [word.slice(word.indexOf(':') + 1), i]));
      this.length = words.length;
    } else if (words[0] === 'buckets') {
      // The first number is the lower limit of the first bucket.
      this.limits.set(words[1], words.slice(3).map((bound) => Number(bound.replace('Inf', 'Infinity')) * 1e9));
    } else if (words.length === this.length && Number(words[0]) >= this.before.time) this.row(words);
  }

  private row(words: readonly string[]): void {
    if (this.count >= MAX_ROWS) return;
    const numberOf = (name: string) => Number(words[this.places.get(name) ?? -1] ?? NaN);
    const counted: Counted = {
      time: numberOf('time'), cpu: numberOf('cpu'), cycles: numberOf('/gc/cycles/total:gc-cycles'),
      gcSeconds: numberOf('/cpu/classes/gc/total:cpu-seconds') - numberOf('/cpu/classes/gc/mark/idle:cpu-seconds'),
      allSeconds: numberOf('/cpu/classes/total:cpu-seconds'),
    };
    const { before } = this;
    const seconds = (counted.time - before.time) / 1000;
    const all = counted.allSeconds - before.allSeconds;
    const own = numberOf('own');
    const goal = numberOf('/gc/heap/goal:bytes');
    const pauses = this.histogram(words, ['/sched/pauses/total/gc:seconds', '/gc/pauses:seconds']);
    const latencies = this.histogram(words, ['/sched/latencies:seconds']);
    const figures: Record<RuntimeFigure, number> = {
      heapObjects: numberOf('/memory/classes/heap/objects:bytes'),
      heapLive: numberOf('/gc/heap/live:bytes') || NaN,
      heapGoal: goal < NO_GOAL ? goal : NaN,
      cycles: counted.cycles - before.cycles,
      longestPause: pauses && quantile(pauses, 1) || 0,
      pauses: pauses && pauses.reduce((sum, { limit, count }) => sum + limit * count, 0) || 0,
      gcShare: all > 0 ? (counted.gcSeconds - before.gcSeconds) / all * 100 : NaN,
      goroutines: atLeast0(numberOf('goroutines') - own),
      // The agent's goroutine that reads is one.
      running: atLeast0(numberOf('/sched/goroutines/running:goroutines') - 1),
      runnable: numberOf('/sched/goroutines/runnable:goroutines'),
      notInGo: atLeast0(numberOf('/sched/goroutines/not-in-go:goroutines') - numberOf('ownNotInGo')),
      latencyMedian: latencies ? quantile(latencies, 0.5) : NaN,
      latency99: latencies ? quantile(latencies, 0.99) : NaN,
      // What was used before the agent began is not of this time. The last row may be of a moment.
      cpuUsed: this.count > 0 && seconds >= MIN_SECONDS ? (counted.cpu - before.cpu) / seconds : NaN,
      processors: numberOf('/sched/gomaxprocs:threads'),
    };
    this.before = counted;
    this.times.push(counted.time / 1000);
    RUNTIME_FIGURES.forEach((name, i) => this.columns[i].push(figures[name]));
  }

  /** The counts of the first of these histograms that the row has; undefined if it has none of them. */
  private histogram(words: readonly string[], names: readonly string[]): Bucket[] | undefined {
    const name = names.find((each) => this.places.has(each));
    const limits = name === undefined ? undefined : this.limits.get(name);
    if (name === undefined || !limits) return undefined;
    const pairs = words[this.places.get(name)!].split(',').map((pair) => pair.split(':').map(Number));
    return pairs.flatMap(([index, count]) => {
      const limit = limits[index];
      // The last bucket has no upper limit.
      return limit > -Infinity && count > 0 ? [{ limit: limit === Infinity ? limits[index - 1] : limit, count }] : [];
    });
  }
}

interface Bucket {
  /** Upper limit. */
  readonly limit: number;
  readonly count: number;
}

/** The upper limit of the bucket with this quantile; NaN without values. The buckets ascend. */
function quantile(buckets: readonly Bucket[], q: number): number {
  const wanted = q * buckets.reduce((sum, { count }) => sum + count, 0);
  let sum = 0;
  for (const { limit, count } of buckets) {
    sum += count;
    if (sum >= wanted) return limit;
  }
  return NaN;
}

function atLeast0(value: number): number {
  return value < 0 ? 0 : value;
}
