import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { groupByName } from '../../../../src/bench/resultsByCase';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { resultTitle } from '../../../../src/editor/lenses/benchmarkLenses';

const read = (...lines: string[]) => parseBenchmarks(lines.join('\n')).results;

const ONE = read('BenchmarkA-8 \t 10\t 1465 ns/op\t 53 B/op');
const MANY = read('BenchmarkA/x-8 \t 10\t 3 ns/op', 'BenchmarkA/y-8 \t 10\t 4 ns/op', 'BenchmarkA/y-8 \t 10\t 6 ns/op');

test('a title has the figures of a single result, or the number of results', () => {
  assert.equal(resultTitle(groupByName(ONE)), '1.47\u202fµs/op  53\u202fB/op');
  assert.equal(resultTitle(groupByName(MANY.slice(0, 1))), 'x: 3\u202fns/op');
  assert.equal(resultTitle(groupByName(MANY)), '2 results…');
  assert.equal(resultTitle([]), '');
});

test('given earlier results, a title shows the old and new figures and the change', () => {
  const now = read('BenchmarkA-8 \t 10\t 1615 ns/op\t 53 B/op\t 1 allocs/op');
  assert.equal(resultTitle(groupByName(now), ONE), '1.47 → 1.61\u202fµs/op (10.2\u202f% slower)  53\u202fB/op  1\u202fallocs/op');
  assert.equal(resultTitle(groupByName(ONE), now), '1.61 → 1.47\u202fµs/op (9.3\u202f% faster)  53\u202fB/op');
  const withoutAllocations = read('BenchmarkA-8 \t 10\t 0 allocs/op');
  assert.equal(resultTitle(groupByName(now), withoutAllocations), '1.61\u202fµs/op  53\u202fB/op  0 → 1\u202fallocs/op');
  assert.equal(resultTitle(groupByName(now), MANY), resultTitle(groupByName(now)), 'results without a counterpart show no change');
});

test('figures that are not those of an operation carry a sign, and no change', () => {
  const misfit = { text: 'It does not loop.', sign: 'does not loop b.N times' };
  const marked = ONE.map((result) => ({ ...result, misfit }));
  assert.equal(resultTitle(groupByName(marked)), '1.47\u202fµs/op  53\u202fB/op · does not loop b.N times');
  assert.equal(resultTitle(groupByName(marked), ONE), resultTitle(groupByName(marked)));
  assert.equal(resultTitle(groupByName(ONE), marked), resultTitle(groupByName(ONE)));
  const cases = MANY.map((result) => ({ ...result, misfit }));
  assert.equal(resultTitle(groupByName(cases)), '2 results… · does not loop b.N times');
  assert.equal(resultTitle(groupByName([MANY[0]!, ...cases.slice(1)])), '2 results…', 'one case measures operations');
});

test('a case whose printed name is that of another case because of GOMAXPROCS is not compared with it', () => {
  const [printed] = read('BenchmarkA/size-2 \t 10\t 3 ns/op');
  const other = { ...printed!, subName: 'size-2', procs: 1 };
  assert.equal(resultTitle(groupByName([other]), [printed!]), 'size-2: 3\u202fns/op');
});
