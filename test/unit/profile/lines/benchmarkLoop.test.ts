import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkLoop } from '../../../../src/profile/lines/benchmarkLoop';
import { profileOfLines } from '../../../shared/stacks';

const [FIRST, OTHER] = ['testing.(*B).run1.func1;testing.(*B).runN', 'testing.(*B).launch;testing.(*B).runN'];

test('a benchmark with rounds after the first one counts to b.N', () => {
  assert.equal(benchmarkLoop(profileOfLines(`${FIRST};p.BenchmarkX 1\n${OTHER};p.BenchmarkX;p.work 5`)), 'b.N');
  assert.equal(benchmarkLoop(profileOfLines(`runtime.goexit;${OTHER};p.BenchmarkX 5`)), 'b.N');
});

test('one whose first round is its only one asks b.Loop', () => {
  assert.equal(benchmarkLoop(profileOfLines(`${FIRST};p.BenchmarkX;p.work 5\nruntime.gcBgMarkWorker 3`)), 'b.Loop');
});

test('what launch does besides calling the benchmark is no round', () => {
  const picture = `${FIRST};p.BenchmarkX 5\ntesting.(*B).launch;testing.(*B).launch.func1;runtime.newobject 1`;
  assert.equal(benchmarkLoop(profileOfLines(picture)), 'b.Loop');
});

test('a parallel benchmark counts to b.N in goroutines of its own', () => {
  assert.equal(benchmarkLoop(profileOfLines('testing.(*B).RunParallel.func1;p.BenchmarkX.func1 5')), 'b.N');
});

test('stacks without a benchmark tell nothing', () => {
  assert.equal(benchmarkLoop(profileOfLines('testing.tRunner;p.TestX 5')), undefined);
  assert.equal(benchmarkLoop(profileOfLines('main.main 5')), undefined);
});
