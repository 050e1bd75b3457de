import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from '../../../shared/inOneStep';
import { differenceOf } from '../../../shared/differences';
import { heapProfile } from '../../../shared/heapProfile';

const MAIN = 'runtime.main@proc.go:1;main.main@_testmain.go:1;testing.(*M).Run@testing.go:1;testing.(*B).runN@b.go:1';
const BENCHMARK = 'testing.(*B).launch@b.go:9;testing.(*B).runN@b.go:1;p.BenchmarkF@a.go:3';

/** Whether the change from `before` allocations in 12 operations to `now` in 10 operations is firm. */
function isFirm(stack: string, now: number, before: number): boolean {
  const profileOf = (samples: number) => heapProfile([{ stack: `${stack};p.f@a.go:7`, size: 64, samples }], 1);
  const difference = differenceOf(profileOf(now), profileOf(before), [10, 12]);
  const [file] = changesOf(difference, 0)!.lines.ofFiles(['a.go']);
  return file!.cum.judgement[[...file!.lines].indexOf(7)] === 1;
}

test('a change of allocations at the start of a test program is not firm', () => {
  assert.equal(isFirm(MAIN, 30, 24), false);
  assert.equal(isFirm('runtime.mstart@proc.go:3', 30, 24), false);
  assert.equal(isFirm('testing.(*B).launch@b.go:9', 30, 24), false);
});

test('a change of allocations of the benchmark and of its goroutines is firm', () => {
  assert.equal(isFirm(BENCHMARK, 30, 24), true);
  assert.equal(isFirm('testing.(*B).RunParallel.func1@b.go:7;p.BenchmarkF.func1@a.go:4', 30, 24), true);
  assert.equal(isFirm('net/http.(*conn).serve@server.go:1', 30, 24), true);
});
