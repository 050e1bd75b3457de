import type { IterationCount, ProfileKind, SlowerRun } from '../captureTypes';

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
