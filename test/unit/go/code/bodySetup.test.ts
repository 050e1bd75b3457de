import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodySetup } from '../../../../src/go/code/bodySetup';
import type { TimedBody, TimerEvent } from '../../../../src/go/code/timerEvents';

/** The setup of a body in lines 2 to 20. */
function setupOf(events: readonly TimerEvent[], changes: Partial<TimedBody> = {}) {
  return bodySetup({ returnsBenchmark: false, events, lines: [2, 20], end: 0, ...changes });
}

const endOfLoop: TimerEvent = { kind: 'blockEnd', line: 15, depth: 1 };

test('lines before b.Loop are untimed setup; before b.N they are timed, from the last reset on', () => {
  const atLoop = setupOf([{ kind: 'loop', line: 10, resets: true }, endOfLoop]);
  assert.deepEqual([atLoop.untimed, atLoop.timed, atLoop.measures, atLoop.resets], [[[2, 9]], [], 'loop', true]);
  const atCount = setupOf([{ kind: 'loop', line: 10, resets: false }, endOfLoop]);
  assert.deepEqual([atCount.untimed, atCount.timed, atCount.resets], [[], [[2, 9]], false]);
  const afterReset = setupOf([{ kind: 'reset', line: 3 }, { kind: 'reset', line: 5 }, { kind: 'loop', line: 10, resets: false }]);
  assert.deepEqual([afterReset.untimed, afterReset.timed], [[[2, 5]], [[6, 9]]]);
});

test('lines between a stop and a start are repeated in the loop only, and end with their block', () => {
  const inLoop = setupOf([{ kind: 'loop', line: 10, resets: true }, { kind: 'stop', line: 11, depth: 2 }, { kind: 'start', line: 13 }, endOfLoop]);
  assert.deepEqual([inLoop.untimed, inLoop.repeated], [[[2, 9]], [[11, 13]]]);
  const toBlockEnd = setupOf([{ kind: 'loop', line: 10, resets: true }, { kind: 'stop', line: 11, depth: 2 }, endOfLoop]);
  assert.deepEqual(toBlockEnd.repeated, [[11, 14]]);
  const afterLoop = setupOf([{ kind: 'loop', line: 10, resets: true }, endOfLoop, { kind: 'stop', line: 17, depth: 1 }, { kind: 'mayStart', line: 19 }]);
  assert.deepEqual([afterLoop.untimed, afterLoop.repeated, afterLoop.mayStartTimer], [[[2, 9], [17, 18]], [], true]);
});

test('a function that calls b.Run and does not loop is all setup, apart from its function literals', () => {
  const body: TimedBody = { returnsBenchmark: false, events: [{ kind: 'loop', line: 7, resets: true }], lines: [5, 9], end: 0 };
  const { untimed, measures } = setupOf([{ kind: 'subBenchmarks' }, { kind: 'literal', body }]);
  assert.deepEqual([untimed, measures], [[[2, 4], [10, 20], [5, 6]], 'subBenchmarks']);
});

test('a function that returns a benchmark measures what its function literal measures', () => {
  const body: TimedBody = { returnsBenchmark: false, events: [{ kind: 'loop', line: 7, resets: true }], lines: [5, 9], end: 0 };
  const { measures, resets } = setupOf([{ kind: 'literal', body }], { returnsBenchmark: true });
  assert.deepEqual([measures, resets], ['loop', true]);
});
