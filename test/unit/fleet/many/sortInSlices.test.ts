import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortInSlices } from '../../../../src/fleet/many/sortInSlices';

const never = (): AbortSignal => new AbortController().signal;

test('any number of items is sorted by text, and equal ones keep their order', async () => {
  for (const count of [0, 1, 2, 3, 1000, 10_001]) {
    const items = Array.from({ length: count }, (_, i) => ({ i, text: String((i * 7919) % 1009) }));
    const expected = [...items].sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.i - b.i));
    assert.deepEqual(await sortInSlices(items, ({ text }) => text, never()), expected);
  }
});

test('other work goes on while many items are sorted, and an abort ends it', async () => {
  const items = Array.from({ length: 50_000 }, (_, i) => String((i * 7919) % 50_021));
  const controller = new AbortController();
  let turns = 0;
  const tick = (): void => {
    if (++turns === 20) controller.abort();
    else setImmediate(tick);
  };
  setImmediate(tick);
  await assert.rejects(sortInSlices(items, (text) => text, controller.signal), { name: 'AbortError' });
  assert.equal(turns, 20);
});
