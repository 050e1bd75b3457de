import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../shared/someVscode';
import type { BenchmarkResult } from '../../../src/bench/parseOutput';
import { shortSummaryOf, summaryOf } from '../../../src/bench/formatResult';
import { slowBuildSign, withSlowBuild } from '../../../src/bench/slowBuild';
import { resultTitle } from '../../../src/editor/lenses/benchmarkLenses';

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
  assert.equal(resultTitle([{ key: 'x', subName: '', results } as never]), '312\u202fns/op · race build, several times slower');
  assert.deepEqual(results[0].config, { goos: 'linux', sanitizer: 'race' });
});

test('a race build is named wherever its figures stand alone: in rows and tooltips of captures, and above several cases', () => {
  const results = withSlowBuild([RESULT], ['-race']);
  assert.deepEqual([shortSummaryOf(results), shortSummaryOf([RESULT])], ['312\u202fns/op · race build', '312\u202fns/op']);
  assert.equal(summaryOf(results), '312\u202fns/op · race build, several times slower');
  const group = { key: 'x', subName: 'case', results } as never;
  assert.equal(resultTitle([group, group]), '2 results… · race build');
});
