import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptMoments } from '../../../../src/features/watch/keptMoments';

/** Adds so many moments, 30 seconds apart, of some bytes each. */
async function kept(count: number, bytes: number, limits: { readonly count: number; readonly bytes: number }) {
  const files = new Set<string>();
  const moments = new KeptMoments({
    save: (name) => Promise.resolve(void files.add(name)),
    remove: (name) => Promise.resolve(void files.delete(name)),
    pathOf: (name) => name,
  }, limits);
  const profiles = { heap: new Uint8Array(bytes), goroutine: new Uint8Array(1) };
  for (let i = 0; i < count; i++) await moments.add(i * 30, profiles);
  await moments.removeOutdated();
  return { times: moments.stored.map(({ at }) => at), files, moments };
}

test('moments beyond the limit are thinned: the first and the last ones stay, and older ones are farther apart', async () => {
  const { times, files } = await kept(480, 1, { count: 20, bytes: 1e6 });
  assert.deepEqual([times.length, files.size], [20, 40]);
  assert.deepEqual([times[0], times.at(-1), times.at(-2)], [0, 479 * 30, 478 * 30]);
  const gaps = times.slice(1).map((at, i) => at - times[i]!);
  assert.ok(gaps[0]! > 20 * gaps.at(-1)!, gaps.join());
  const isSmall = (gap: number, i: number) => gap === 30 || gap <= 0.5 * (479 * 30 - times[i]!);
  assert.ok(gaps.every(isSmall), gaps.join());
});

test('all moments together have at most so many bytes, and their files are those that are named', async () => {
  const { files, moments } = await kept(100, 99, { count: 50, bytes: 1000 });
  assert.equal(moments.stored.length, 10);
  const named = moments.stored.flatMap(({ heap, goroutine }) => [heap!, goroutine!]);
  assert.deepEqual([...files].sort(), named.sort());
});

test('when the disk is full, later moments are not kept, and nothing fails', async () => {
  let isFull = false;
  const save = () => (isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve());
  const moments = new KeptMoments({ save, remove: () => Promise.resolve(), pathOf: (name) => name });
  await moments.add(0, { heap: new Uint8Array(1) });
  isFull = true;
  await moments.add(1, { heap: new Uint8Array(1) });
  assert.deepEqual(moments.stored, [{ at: 0, heap: 'moment.0.heap.pprof' }]);
});
