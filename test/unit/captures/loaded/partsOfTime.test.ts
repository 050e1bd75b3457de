import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredTimeline } from '../../../../src/captures/disk/captureStore';
import { partsOfTime } from '../../../../src/captures/loaded/partsOfTime';

const S = 1000;
const moments = [0, 30, 60, 90, 120].map((at) => ({ at: at * S, heap: `heap.${at}`, ...(at > 0 && { goroutine: `goroutine.${at}` }) }));
const timelineOf = (breaks: readonly number[]): StoredTimeline => ({
  pieces: [0, 30, 60].map((at) => ({ from: at * S, to: (at + 1) * S, fileName: `cpu.${at}`, measured: S })),
  watch: { beganAt: 0, moments, breaks: breaks.map((at) => ({ at: at * S, text: 'shop restarted.' })), grows: [] },
});

type Seconds = readonly [from: number, to: number];

/** The labels of what is shown and compared, for times in seconds. */
function partsAt(shown: string, time: Seconds, against?: Seconds, breaks: readonly number[] = []) {
  const spanOf = ([from, to]: Seconds) => ({ from: from * S, to: to * S });
  const chosen = { time: spanOf(time), ...(against && { against: spanOf(against) }) };
  const { now, base, leftOut } = partsOfTime(timelineOf(breaks), shown, chosen);
  return [now?.label, base?.label, ...(leftOut === undefined ? [] : [leftOut])].map((text) => text?.replace(/\s/g, ' '));
}

test('of what is in use, a time shows its last moment compared with its first one, and a moment alone no difference', () => {
  assert.deepEqual(partsAt('heap', [25, 95]), ['heap, 90.0 s', 'heap, 30.0 s']);
  assert.deepEqual(partsAt('heap', [61, 61]), ['heap, 60.0 s', undefined]);
  assert.deepEqual(partsAt('goroutine, 60.0 s', [0, 70]), ['goroutine, 60.0 s', 'goroutine, 30.0 s']);
});

test('another time is compared by its last moment, whichever of the two was first', () => {
  assert.deepEqual(partsAt('heap', [90, 90], [30, 30]), ['heap, 90.0 s', 'heap, 30.0 s']);
  assert.deepEqual(partsAt('heap', [30, 30], [55, 95]), ['heap, 30.0 s', 'heap, 90.0 s']);
});

test('CPU time adds up, and is compared only with another time that is given', () => {
  assert.deepEqual(partsAt('cpu', [0, 40]), ['cpu, 0.0 to 31.0 s', undefined]);
  assert.deepEqual(partsAt('cpu', [0, 20], [25, 95]), ['cpu, 0.0 to 1.0 s', 'cpu, 30.0 to 61.0 s']);
  assert.deepEqual(partsAt('cpu', [0, 20], [0, 20]), ['cpu, 0.0 to 1.0 s', undefined]);
  // From one moment to another: also the CPU profile of the last one.
  assert.deepEqual(partsAt('cpu', [0, 30]), ['cpu, 0.0 to 31.0 s', undefined]);
  assert.deepEqual(partsAt('cpu', [30, 30]), ['cpu, 30.0 to 31.0 s', undefined]);
});

test('nothing in use is compared across a restart, and a sentence says so', () => {
  const [now, base, leftOut] = partsAt('heap', [90, 90], [30, 30], [60]);
  assert.deepEqual([now, base], ['heap, 90.0 s', undefined]);
  assert.equal(leftOut, 'shop restarted. So 90.0 s is not compared with 30.0 s.');
  const ranged = partsAt('heap', [0, 120], undefined, [60]);
  const instead = 'shop restarted. So 120.0 s is not compared with 0.0 s, but with 60.0 s, the first moment after that.';
  assert.deepEqual(ranged, ['heap, 120.0 s', 'heap, 60.0 s', instead]);
  assert.deepEqual(partsAt('heap', [90, 120], undefined, [60]), ['heap, 120.0 s', 'heap, 90.0 s']);
});
