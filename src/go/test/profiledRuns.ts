import type { GoTestRequest, IterationCount, ProfileKind, SlowerRun } from '../captureTypes';
import { flagValue } from '../tool/goFlags';
import type { GoSettings } from '../tool/goTool';

/**
 * The number of iterations for all profiled runs, so that the operations in a profile are known: that of the timed run.
 * Undefined unless exactly one (sub-)benchmark has run.
 * @param timed the results of the run without a profile
 */
export function fixedIterations(timed: readonly IterationCount[]): number | undefined {
  if (new Set(timed.map(({ subName }) => subName)).size !== 1) return undefined;
  return timed.reduce((iterations, result) => Math.max(iterations, result.iterations), 0);
}

/** The value of -benchtime; empty for Go's default. */
export function benchtimeOf({ benchtime, go: { testArgs } }: Pick<GoTestRequest, 'benchtime' | 'go'>): string {
  return benchtime ?? flagValue(testArgs, 'benchtime') ?? '';
}

/** The number of iterations in a value of -benchtime such as `100x`; undefined for a duration. */
export function iterationsIn(benchtime: string): number | undefined {
  return /^\d+x$/.test(benchtime) ? Number(benchtime.slice(0, -1)) : undefined;
}

/** A short run that finds the number of iterations for as long as -benchtime says. */
export interface Calibration {
  /** The value of -benchtime for the short run. */
  readonly benchtime: string;
  readonly wantedNanos: number;
}

/** The short run takes this part of the time of a profiled run, but at most this many nanoseconds. */
const CALIBRATION = { part: 0.1, maxNanos: 1e8 };
/** Go's own limit. Source: testing/benchmark.go, predictN. */
const MAX_ITERATIONS = 1e9;

/** Undefined if -benchtime is a number of iterations. */
export function calibrationOf(request: Pick<GoTestRequest, 'benchtime' | 'go'>): Calibration | undefined {
  const wantedNanos = durationNanos(benchtimeOf(request) || '1s');
  if (wantedNanos === undefined) return undefined;
  const { part, maxNanos } = CALIBRATION;
  return { benchtime: `${Math.ceil(Math.min(wantedNanos * part, maxNanos))}ns`, wantedNanos };
}

/**
 * The number of iterations that last for the wanted time. `isDone`: the short run was already that long, with one
 * iteration. Undefined unless exactly one (sub-)benchmark has run.
 */
export function calibrated(
  short: readonly IterationCount[],
  { wantedNanos }: Calibration,
): { readonly iterations: number; readonly isDone: boolean } | undefined {
  if (new Set(short.map(({ subName }) => subName)).size !== 1) return undefined;
  const times = short.map((result) => result.values.find(({ unit }) => unit === 'ns/op')?.value ?? 0);
  const iterations = Math.round(Math.min(Math.max(wantedNanos / Math.min(...times), 1), MAX_ITERATIONS));
  const isDone = short.length === 1 && short[0].iterations === 1 && times[0] >= wantedNanos;
  return { iterations, isDone };
}

/** A run with this many times too few iterations is done again. */
const MISLED = 4;

/**
 * The number of iterations that a run should have had, if it had far too few: a pause of the machine made those of the
 * short run look long. Undefined if it had enough.
 */
export function recalibrated(
  results: readonly IterationCount[],
  iterations: number,
  calibration: Calibration,
): number | undefined {
  const should = calibrated(results, calibration)?.iterations ?? 0;
  return should > MISLED * iterations ? should : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

/** A duration as Go writes it, such as `1m30s`, in nanoseconds; undefined for another text. */
export function durationNanos(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit], 0);
}

/**
 * The kinds of profiles that one run takes. The memory profile at the runtime's own rate costs the run nothing; the
 * others, and finer rates, disturb what is measured beside them.
 */
export function profileGroups({ kinds, memProfileRate }: Pick<GoTestRequest, 'kinds' | 'memProfileRate'>): readonly (readonly ProfileKind[])[] {
  const areTogether = memProfileRate === undefined && kinds.includes('cpu') && kinds.includes('memory');
  if (!areTogether) return kinds.map((kind) => [kind]);
  return [['cpu', 'memory'], ...kinds.filter((kind) => kind !== 'cpu' && kind !== 'memory').map((kind) => [kind])];
}

/** Whether the time of a run matters for its profile. */
export function isTimed(kind: ProfileKind): boolean {
  return kind !== 'memory';
}

/**
 * The number of iterations of each result of a profiled run. Undefined if the number is not known, if the benchmark
 * prints results itself, or if GOFLAGS has several processor counts, because then some rounds have no result.
 * @param fixed see fixedIterations; 'counted': each result of one (sub-)benchmark has its own number
 */
export function iterationsOfRounds(
  results: readonly IterationCount[],
  fixed: number | 'counted' | undefined,
  { go }: Pick<GoTestRequest, 'go'>,
  { goflags }: Pick<GoSettings, 'goflags'>,
): readonly number[] | undefined {
  const counts = results.map(({ iterations }) => iterations);
  const isOne = new Set(results.map(({ subName }) => subName)).size === 1;
  const areKnown = isOne && (fixed === 'counted' || counts.every((count) => count === fixed));
  const hasOwnCounts = go.testArgs.some((word) => word.startsWith('-cpu='));
  return areKnown && (hasOwnCounts || !/(^|\s)--?cpu=\S*,/.test(goflags)) ? counts : undefined;
}

/** A profiled run whose operations take longer than this many times those of the timed run is another measurement. */
const MAX_TIMES = 2;
/** Shorter runs, in nanoseconds, are not compared: a pause of the machine can double their time. */
const MIN_NANOSECONDS = 1e8;

/**
 * How much longer an operation took in a profiled run than in the timed run, if it was more than twice; of several
 * cases, the one with the largest factor. A memory run is not compared, because counting allocations takes time that
 * its profile does not show.
 */
export function slowerRun(
  kind: ProfileKind,
  timed: readonly IterationCount[],
  profiled: readonly IterationCount[],
): SlowerRun | undefined {
  if (kind === 'memory') return undefined;
  const before = timesByCase(timed);
  const pairs = [...timesByCase(profiled)].flatMap(([name, time]): SlowerRun[] => {
    const timedAs = before.get(name);
    return timedAs === undefined || time <= MAX_TIMES * timedAs ? [] : [{ profiled: time, timed: timedAs }];
  });
  return pairs.sort((a, b) => b.profiled / b.timed - a.profiled / a.timed)[0];
}

/** The shortest ns/op of each case, which is disturbed least, without those of short runs. */
function timesByCase(results: readonly IterationCount[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { subName, iterations, values } of results) {
    const time = values.find(({ unit }) => unit === 'ns/op')?.value ?? 0;
    if (time * iterations >= MIN_NANOSECONDS) times.set(subName, Math.min(time, times.get(subName) ?? Infinity));
  }
  return times;
}
