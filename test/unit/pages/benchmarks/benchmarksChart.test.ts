import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarksChart } from '../../../../src/pages/benchmarks/benchmarksState';
import type { ResultSource } from '../../../../src/captures/loaded/resultSources';
import { comparison, input, times } from '../../bench/comparison/inputs';

function source(label: string, lines: readonly string[], overrides: Pick<ResultSource, 'time' | 'commit'> = {}) {
  return { id: label, origin: label, ...input(label, ...lines), ...overrides };
}
type Source = ReturnType<typeof source>;

const OLD = [10, 11, 12, 13, 14, 15];

test('a chart orders the inputs by time if all inputs have a time', () => {
  const late = source('late', times('A', ...OLD), { time: 2e12, commit: 'abc' });
  const early = source('early', times('A', 5, 7), { time: 1e12 });
  const chartOf = (...sources: Source[]) =>
    benchmarksChart({ sources, now: 0 }, comparison(sources).runs({ table: 0, row: 0 })!);
  const chart = chartOf(late, early);
  assert.equal(chart.isByTime, true);
  assert.deepEqual(chart.series.map(({ label, commit, values }) => [label, commit, values.length]), [['early', undefined, 2], ['late', 'abc', 6]]);
  const unknown = chartOf(late, source('x', times('A', 1)));
  assert.deepEqual([unknown.isByTime, unknown.series.map(({ label }) => label)], [false, ['late', 'x']]);
});
