import { mainOf } from './caseVerdict';
import { changeOfPairs, samplesOf } from './pairedSamples';
import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultsByCase';
import { intervalWidth } from './statistics/pairedRatio';

/**
 * Whether the main figure of each case is known well enough: its 95 % interval is at most this wide, as a share of its
 * lower bound. The width does not depend on whether there is a change, so stopping there finds none where there is
 * none. Never with too few pairs for an interval.
 */
export function areEnoughPairs(
  before: readonly BenchmarkResult[],
  now: readonly BenchmarkResult[],
  width: number,
): boolean {
  const earlier = new Map(groupByName(before).map(({ key, results }) => [key, results]));
  const cases = groupByName(now).filter(({ key }) => earlier.has(key));
  return cases.length > 0 && cases.every(({ key, results }) => {
    const main = mainOf(samplesOf(earlier.get(key)!, results));
    return main !== undefined && intervalWidth(changeOfPairs(main).interval) <= width;
  });
}
