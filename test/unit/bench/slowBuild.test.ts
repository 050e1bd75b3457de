import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkResult } from '../../../src/bench/parseOutput';
import { slowBuildSign, withSlowBuild } from '../../../src/bench/slowBuild';
import { resultTitle } from '../../../src/editor/lenses/resultTitles';

const RESULT: BenchmarkResult = {
  name: 'BenchmarkA-8', baseName: 'BenchmarkA', subName: '', procs: 8, iterations: 1, values: [{ value: 312, unit: 'ns/op' }],
  config: { goos: 'linux' }, line: 1,
};
const signOf = (...flags: string[]) => slowBuildSign(withSlowBuild([RESULT], flags));

test('the result of a race build carries a sign, and that of another build does not', () => {
  assert.equal(signOf('-tags=a', '-race'), ' · race build, several times slower');
  assert.equal(signOf('-asan=true'), ' · asan build, several times slower');
  assert.deepEqual([signOf(), signOf('-race=false'), signOf('-race', '-race=0'), signOf('-racer')], ['', '', '', '']);
  const results = withSlowBuild([RESULT], ['-race']);
  assert.equal(resultTitle([{ key: 'x', subName: '', results } as never]), '312.0 ns/op · race build, several times slower');
  assert.deepEqual(results[0].config, { goos: 'linux', sanitizer: 'race' });
});
