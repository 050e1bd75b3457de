import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import { changesOf } from '../../../shared/inOneStep';
import { differenceOf } from '../../../shared/differences';
import { heapProfile } from '../../../shared/heapProfile';

const STACK = 'testing.(*B).launch@b.go:9;testing.(*B).runN@b.go:1;p.BenchmarkF@a.go:3;p.f@a.go:7';

/** The judgement on the allocations of a line, all of them recorded, and its samples. */
function judgementOf(now: number, before: number, operations: readonly [now: number, before: number], type = 0) {
  const profileOf = (samples: number) => heapProfile([{ stack: STACK, size: 512, samples }], 1);
  const [file] = changesOf(differenceOf(profileOf(now), profileOf(before), operations), type)!.lines.ofFiles(['a.go']);
  const row = [...file!.lines].indexOf(7);
  return { judgement: file!.cum.judgement[row], samples: file!.cum.now[row] };
}

test('at rate 1, allocations that only some operations make count as changed only if they differ by more than chance', () => {
  for (const type of [0, 1]) {
    // A pool that was empty twice in 51 operations, and 6 times in 56.
    assert.equal(judgementOf(6, 2, [56, 51], type).judgement, NOISE);
    assert.equal(judgementOf(120, 110, [51, 51], type).judgement, NOISE);
    assert.equal(judgementOf(600_000, 500_000, [1_000_000, 1_000_000], type).judgement, FIRM_CHANGE);
  }
});

test('at rate 1, allocations that every operation makes count as changed even after a few operations', () => {
  for (const type of [0, 1]) {
    assert.equal(judgementOf(51, 0, [51, 51], type).judgement, FIRM_CHANGE);
    assert.equal(judgementOf(6 * 11, 5 * 12, [11, 12], type).judgement, FIRM_CHANGE);
  }
});

test('at rate 1, a judgement has an infinite number of samples, even if only some operations allocate', () => {
  assert.equal(judgementOf(6, 2, [56, 51]).samples, Infinity);
});
