import { mediansOf } from '../bench/medians';
import type { BenchmarkResult } from '../bench/parseOutput';
import { groupByName } from '../bench/resultsByCase';
import type { CountedAllocations } from '../profile/refine/allocationCorrections';
import type { Capture, LoadedProfile } from './loadedCapture';

/**
 * What an operation allocates according to runs without profiles; undefined if the profile is not one of allocations,
 * and if the results do not tell, or are those of several cases, which share the profile.
 * @param results those of the profiled program
 */
export function countedAllocations(
  { setup, results: own }: Pick<Capture, 'setup' | 'results'>,
  { summary }: Pick<LoadedProfile, 'summary'>,
  results: readonly BenchmarkResult[] = own,
): CountedAllocations | undefined {
  const isOfAllocations = summary.sampleTypes.some(({ type }) => type === 'alloc_space');
  if (!isOfAllocations || groupByName(results).length !== 1) return undefined;
  const medians = mediansOf(results);
  const [bytes, objects] = ['B/op', 'allocs/op'].map((unit) => medians.find((each) => each.unit === unit)?.value);
  return bytes === undefined || objects === undefined ? undefined : { bytes, objects, ...(setup && { setup }) };
}
