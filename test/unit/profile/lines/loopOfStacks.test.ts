import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkLoop } from '../../../../src/profile/lines/loopOfStacks';
import { profileOfLines } from '../../../shared/stacks';

const CPU = [{ type: 'samples', unit: 'count' }];
const HEAP = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];
const profileOf = (picture: string) => profileOfLines(picture, CPU);

const [FIRST_ROUND, LATER_ROUND] = ['testing.(*B).run1.func1;testing.(*B).runN', 'testing.(*B).launch;testing.(*B).runN'];

test('a benchmark with later rounds uses b.N', () => {
  assert.equal(benchmarkLoop(profileOf(`${FIRST_ROUND};p.BenchmarkX 1\n${LATER_ROUND};p.BenchmarkX;p.work 5`)), 'b.N');
  assert.equal(benchmarkLoop(profileOf(`runtime.goexit;${LATER_ROUND};p.BenchmarkX 5`)), 'b.N');
});

test('a benchmark with only one round uses b.Loop', () => {
  assert.equal(benchmarkLoop(profileOf(`${FIRST_ROUND};p.BenchmarkX;p.work 10\nruntime.gcBgMarkWorker 3`)), 'b.Loop');
});

test('a few samples of the first round do not show how the benchmark loops', () => {
  assert.equal(benchmarkLoop(profileOf(`${FIRST_ROUND};p.BenchmarkX;p.work 9\nruntime.gcBgMarkWorker 3`)), undefined);
  const objects = (count: number) => {
    return { ...profileOfLines(`${FIRST_ROUND};p.BenchmarkX ${count}/${count * 1024}`, HEAP), period: 512 * 1024 };
  };
  // One in 512 objects of 1 kB is sampled.
  assert.equal(benchmarkLoop(objects(5000)), undefined);
  assert.equal(benchmarkLoop(objects(6000)), 'b.Loop');
  assert.equal(benchmarkLoop({ ...objects(10), period: 1 }), 'b.Loop');
});

test('frames of launch without the benchmark are not a round', () => {
  const picture = `${FIRST_ROUND};p.BenchmarkX 15\ntesting.(*B).launch;testing.(*B).launch.func1;runtime.newobject 1`;
  assert.equal(benchmarkLoop(profileOf(picture)), 'b.Loop');
});

test('a parallel benchmark uses b.N', () => {
  assert.equal(benchmarkLoop(profileOf('testing.(*B).RunParallel.func1;p.BenchmarkX.func1 5')), 'b.N');
});

test('stacks without a benchmark have no loop', () => {
  assert.equal(benchmarkLoop(profileOf('testing.tRunner;p.TestX 5')), undefined);
  assert.equal(benchmarkLoop(profileOf('main.main 5')), undefined);
});
