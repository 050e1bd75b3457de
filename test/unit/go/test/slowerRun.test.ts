import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowerRun } from '../../../../src/go/test/profiledRuns';
import type { ProfileKind } from '../../../../src/go/captureTypes';
import { slowerText } from '../../../../src/captures/slowerText';

const resultOf = (time: number, subName = '', iterations = 1e9) => {
  return { subName, iterations, values: [{ unit: 'B/op', value: 1 }, { unit: 'ns/op', value: time }] };
};
const compare = (timed: readonly number[], profiled: readonly number[], kind: ProfileKind = 'cpu') =>
  slowerRun(kind, timed.map((time) => resultOf(time)), profiled.map((time) => resultOf(time)));

test('a profiled run is much slower if its shortest time is more than twice that of the timed run', () => {
  assert.deepEqual(compare([100, 150], [900, 201]), { profiled: 201, timed: 100 });
  assert.equal(compare([100], [200]), undefined);
  assert.equal(compare([100, 150], [900, 190]), undefined);
  assert.deepEqual(compare([100], [250], 'block'), { profiled: 250, timed: 100 });
});

test('of several cases, the one that became slowest counts, and short runs and memory runs do not', () => {
  const [timed, profiled] = [[resultOf(10, 'a'), resultOf(10, 'b')], [resultOf(30, 'a'), resultOf(50, 'b')]];
  assert.deepEqual(slowerRun('cpu', timed, profiled), { profiled: 50, timed: 10 });
  assert.equal(slowerRun('cpu', [resultOf(10, '', 1000)], [resultOf(50)]), undefined);
  assert.equal(compare([100], [900], 'memory'), undefined);
  assert.equal(slowerRun('cpu', [], [resultOf(50)]), undefined);
});

test('the text of a slower run has both times, and earlier rounds as a cause only if the run did not repeat them', () => {
  const slower = { profiled: 1520, timed: 490.4 };
  assert.equal(slowerText({ label: 'cpu', slower }),
    'An operation took 3.1× as long in the cpu run (1.52\u202fµs) as when timed (490\u202fns): the machine was busy, or the speed depends on earlier rounds, such as on caches that they filled. The costs are those of the slower run.');
  assert.match(slowerText({ label: 'cpu', slower, byDuration: {} })!, /490\u202fns\): the machine was busy\. The costs/);
  assert.equal(slowerText({ label: 'cpu' }), undefined);
});
