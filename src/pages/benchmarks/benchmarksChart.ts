import type { RowRuns } from '../../bench/comparison/answers';
import type { BenchmarksChart } from '../protocol/benchmarksMessages';
import { whenText } from '../../ui/whenText';
import type { BenchmarksShown } from './benchmarksState';

/** The chart of a row. */
export function benchmarksChart(
  { sources, now }: Pick<BenchmarksShown, 'sources' | 'now'>,
  { name, unit, series, scale }: RowRuns,
): BenchmarksChart {
  const shown = series.flatMap(({ input, ...runs }) => {
    const source = sources.at(input);
    return source === undefined ? [] : [{ runs, source }];
  });
  const isByTime = shown.every(({ source }) => source.time !== undefined);
  if (isByTime) shown.sort((a, b) => (a.source.time ?? 0) - (b.source.time ?? 0));
  return {
    name,
    unit,
    isByTime,
    series: shown.map(({ runs, source: { label, time, commit } }) => ({
      label,
      when: time === undefined ? undefined : whenText(time, now),
      commit,
      ...runs,
    })),
    scale,
  };
}
