import type { FewSamples, PathView } from '../answers/table';
import { samplesBehind, varianceOf } from '../noise/effectiveSums';
import { countingType, samplingOf } from '../noise/sampling';
import type { NodeCosts } from './nodeCosts';
import { fewSamples } from './nodeSamples';
import { shownCalls } from './pathCalls';
import { type PathSums, sumPaths } from './pathSums';
import type { ReportTable } from './reportTable';

/**
 * Which figures of the calls that pathCalls returns rest on few samples, for each view.
 * @returns undefined if it is not known: see samplingOf
 */
export function fewCallSamples(table: ReportTable, views: readonly PathView[]): FewSamples[] | undefined {
  const { profile, sampleType } = table;
  if (samplingOf(profile, sampleType)?.basis !== 'samples') return undefined;
  const sums = sumPaths(table, views);
  const samples = samplesOf(table, views, sums);
  return views.map((view, i) => fewSamples(samples[i], shownCalls(table, sums[i], view)));
}

/** The number of samples of equal weight behind the sums of each path, by node: see samplesBehind. */
function samplesOf(table: ReportTable, views: readonly PathView[], sums: readonly PathSums[]): NodeCosts[] {
  const { profile, sampleType } = table;
  const sampling = samplingOf(profile, sampleType)!;
  const sumCounts = () => sumPaths(table, views, (sample) => sampling.count(sample));
  if (countingType(profile) !== undefined && !sampling.isDifference) {
    return sumCounts().map(({ flat, value }) => ({ flat, cum: value }));
  }
  const counts = sampling.isDifference && sumCounts();
  const values = profile.values[sampleType];
  const variances = sumPaths(table, views, (sample) => varianceOf(values[sample], sampling, sample));
  return sums.map((sum, i): NodeCosts => {
    const effective = (column: 'flat' | 'value'): Float64Array =>
      sum[column].map((value, node) => {
        const [variance, count] = [variances[i][column][node], counts ? counts[i][column][node] : 0];
        return samplesBehind(sampling, { value, variance, count });
      });
    return { flat: effective('flat'), cum: effective('value') };
  });
}
