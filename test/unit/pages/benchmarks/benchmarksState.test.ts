import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as views from '../../../../src/pages/benchmarks/benchmarksState';
import type { ResultSource } from '../../../../src/captures/loaded/resultSources';
import type { BenchmarksShown } from '../../../../src/pages/benchmarks/benchmarksState';
import { comparison, input, times } from '../../bench/comparison/inputs';

function source(label: string, lines: readonly string[], overrides: Pick<ResultSource, 'time' | 'commit'> = {}) {
  return { id: label, origin: label, ...input(label, ...lines), ...overrides };
}
type Source = ReturnType<typeof source>;

function comparisonOf(sources: readonly Source[], ignoresProcs = false): BenchmarksShown {
  return { sources, summary: comparison(sources, ignoresProcs).summary, ignoresProcs, canFetch: true, now: 0 };
}

const state = (...sources: Source[]) => views.benchmarksState(comparisonOf(sources));

test('the remarks name differences between the inputs, and say if nothing is compared', () => {
  const first = source('a', ['cpu: X', ...times('A', 1)]);
  assert.deepEqual(state(first, source('b', ['cpu: Y', ...times('A', 1)])).remarks, [
    'The inputs differ in cpu. benchstat compares them with -ignore cpu.',
  ]);
  assert.deepEqual(state(first, source('b', ['cpu: X', ...times('B', 1)])).remarks, ['No benchmark of a is in another input.']);
  assert.deepEqual(state(first).remarks, []);
  const packages = Array.from({ length: 301 }, (_, i) => [`pkg: p${i}`, ...times('A', 1)]).flat();
  assert.match(state(source('a', packages)).remarks[0]!, /^The first 300 of 301 tables are shown\./);
});

test('ignoring GOMAXPROCS is offered only if some names differ only in GOMAXPROCS', () => {
  const [eight, four] = [source('a', times('A-8', 1)), source('b', times('A-4', 1))];
  assert.equal(state(eight, four).ignoresProcs, false);
  assert.match(state(eight, four).remarks[0]!, /^One benchmark differs only in GOMAXPROCS/);
  assert.equal(views.benchmarksState(comparisonOf([eight, four], true)).ignoresProcs, true);
  assert.equal(state(eight, eight).ignoresProcs, undefined);
});

test('sources with the same name get different labels, and a label never looks like LABEL=FILE', () => {
  const bytes = new SharedArrayBuffer(0);
  const named = (name: string) => ({ ...source(name, times('A', 1)), kind: 'file', name, results: 1, bytes }) as const;
  const labels = views.labeled([named('a.txt'), named('b=1'), named('a.txt')]).map(({ label }) => label);
  assert.deepEqual(labels, ['a.txt#0', 'b 1', 'a.txt#1']);
});

test('columns are named without the words that all labels begin with', () => {
  assert.deepEqual(views.shortLabels(['package lib 09:19:42 · 1a2b3c4', 'package lib 09:25:01']), ['09:19:42 · 1a2b3c4', '09:25:01']);
  assert.deepEqual(views.shortLabels(['a.txt', 'b.txt']), ['a.txt', 'b.txt']);
  assert.deepEqual(views.shortLabels(['one 1', 'one 1']), ['1', '1']);
  assert.deepEqual(views.shortLabels(['only one']), ['only one']);
});
