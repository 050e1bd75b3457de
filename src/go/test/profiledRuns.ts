import type { GoTestRequest, IterationCount, ProfileKind, SlowerRun } from '../captureTypes';
import type { GoSettings } from '../tool/goTool';

/** If code became faster or slower by more than this factor, the iterations of the earlier profiles are not used. */
const MAX_TIMES_EARLIER = 4;

/**
 * The number of iterations for all profiled runs, so that the operations in a profile are known: that of the timed run,
 * or of the earlier capture if that is similar. Costs that arise once for all iterations are then the same share of
 * both profiles. Undefined unless exactly one (sub-)benchmark has run.
 * @param timed the results of the run without a profile
 */
export function fixedIterations(
  timed: readonly IterationCount[],
  { earlierIterations, benchtime = '' }: Pick<GoTestRequest, 'earlierIterations' | 'benchtime'>,
): number | undefined {
  if (new Set(timed.map(({ subName }) => subName)).size !== 1) return undefined;
  const most = timed.reduce((iterations, result) => Math.max(iterations, result.iterations), 0);
  if (earlierIterations === undefined || /x$/.test(benchtime)) return most;
  const times = Math.max(most / earlierIterations, earlierIterations / most);
  return times <= MAX_TIMES_EARLIER ? earlierIterations : most;
}

/**
 * The number of iterations of each result of a profiled run. Undefined if the number was not fixed, if the benchmark
 * prints results itself, or if GOFLAGS has several processor counts, because then some rounds have no result.
 * @param fixed see fixedIterations
 */
export function iterationsOfRounds(
  results: readonly IterationCount[],
  fixed: number | undefined,
  { go }: Pick<GoTestRequest, 'go'>,
  { goflags }: Pick<GoSettings, 'goflags'>,
): readonly number[] | undefined {
  const counts = results.map(({ iterations }) => iterations);
  const areFixed = fixed !== undefined && counts.length > 0 && counts.every((count) => count === fixed);
  const hasOwnCounts = go.testArgs.some((word) => word.startsWith('-cpu='));
  return areFixed && (hasOwnCounts || !/(^|\s)--?cpu=\S*,/.test(goflags)) ? counts : undefined;
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
