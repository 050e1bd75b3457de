import type { FewSamples, PathView } from '../answers/table';
import { varianceOf } from '../noise/effectiveSums';
import { effectiveSamples } from '../noise/interval';
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

/** The number of samples of equal weight behind the sums of each path, by node: see effectiveSamples. */
function samplesOf(table: ReportTable, views: readonly PathView[], sums: readonly PathSums[]): NodeCosts[] {
  const { profile, sampleType } = table;
  const counting = countingType(profile);
  if (counting !== undefined) {
    const counts = profile.values[counting];
    return sumPaths(table, views, (sample) => counts[sample]).map(({ flat, value }) => ({ flat, cum: value }));
  }
  const sampling = samplingOf(profile, sampleType)!;
  const values = profile.values[sampleType];
  const variances = sumPaths(table, views, (sample) => varianceOf(values[sample], sampling, sample));
  const effective = (figures: Float64Array, variance: Float64Array): Float64Array =>
    figures.map((figure, node) => effectiveSamples(figure, variance[node]));
  return sums.map(({ flat, value }, i): NodeCosts => {
    return { flat: effective(flat, variances[i].flat), cum: effective(value, variances[i].value) };
  });
}
