import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkLoop } from '../../../../src/profile/lines/loopOfStacks';
import { profileOfLines } from '../../../shared/stacks';

const [FIRST, OTHER] = ['testing.(*B).run1.func1;testing.(*B).runN', 'testing.(*B).launch;testing.(*B).runN'];

test('a benchmark with rounds after the first uses b.N', () => {
  assert.equal(benchmarkLoop(profileOfLines(`${FIRST};p.BenchmarkX 1\n${OTHER};p.BenchmarkX;p.work 5`)), 'b.N');
  assert.equal(benchmarkLoop(profileOfLines(`runtime.goexit;${OTHER};p.BenchmarkX 5`)), 'b.N');
});

test('a benchmark with only one round uses b.Loop', () => {
  assert.equal(benchmarkLoop(profileOfLines(`${FIRST};p.BenchmarkX;p.work 5\nruntime.gcBgMarkWorker 3`)), 'b.Loop');
});

test('frames of launch without the benchmark are not a round', () => {
  const picture = `${FIRST};p.BenchmarkX 5\ntesting.(*B).launch;testing.(*B).launch.func1;runtime.newobject 1`;
  assert.equal(benchmarkLoop(profileOfLines(picture)), 'b.Loop');
});

test('a parallel benchmark uses b.N', () => {
  assert.equal(benchmarkLoop(profileOfLines('testing.(*B).RunParallel.func1;p.BenchmarkX.func1 5')), 'b.N');
});

test('stacks without a benchmark have no loop', () => {
  assert.equal(benchmarkLoop(profileOfLines('testing.tRunner;p.TestX 5')), undefined);
  assert.equal(benchmarkLoop(profileOfLines('main.main 5')), undefined);
});
