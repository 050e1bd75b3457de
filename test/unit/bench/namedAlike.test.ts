import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedAlike } from '../../../src/bench/namedAlike';
import { caseKey } from '../../../src/bench/resultsByCase';
import { parseBenchmarks } from '../../shared/inOneStep';

const resultsOf = (...names: string[]) => parseBenchmarks(names.map((name) => `${name}\t10\t5 ns/op\n`).join('')).results;
const keys = (before: string[], now: string[], names: { before: string; now: string }) => {
  return namedAlike(resultsOf(...before), resultsOf(...now), names).map(caseKey);
};

test('the cases of another benchmark are named as those of the one that it is compared with', () => {
  const names = { before: 'BenchmarkOld', now: 'BenchmarkNew' };
  assert.deepEqual(
    keys(['BenchmarkOld/size=1-8', 'BenchmarkOld/size=2-8'], ['BenchmarkNew/size=1-8', 'BenchmarkNew/size=2-8'], names),
    ['BenchmarkNew/size=1-8', 'BenchmarkNew/size=2-8'],
  );
  assert.deepEqual(keys(['BenchmarkOld-8'], ['BenchmarkNew-8'], names), ['BenchmarkNew-8']);
});

test('two single cases are compared whatever their names', () => {
  const names = { before: 'BenchmarkX/map', now: 'BenchmarkX/slice' };
  assert.deepEqual(keys(['BenchmarkX/map-8', 'BenchmarkX/map-8'], ['BenchmarkX/slice-8'], names), ['BenchmarkX/slice-8', 'BenchmarkX/slice-8']);
});

test('another GOMAXPROCS is no other case, unless a side ran with several', () => {
  const names = { before: 'BenchmarkX', now: 'BenchmarkX' };
  assert.deepEqual(keys(['BenchmarkX/a-8', 'BenchmarkX/b-8'], ['BenchmarkX/a', 'BenchmarkX/b'], names), ['BenchmarkX/a-1', 'BenchmarkX/b-1']);
  assert.deepEqual(keys(['BenchmarkX', 'BenchmarkX-2'], ['BenchmarkX', 'BenchmarkX-2'], names), ['BenchmarkX-1', 'BenchmarkX-2']);
});
