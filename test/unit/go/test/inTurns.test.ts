import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns, type Side } from '../../../../src/go/test/inTurns';

/** A `run` that appends `side round`, such as `now 2`, to `order`, and throws if that is `failing`. */
function recorder(failing?: string) {
  const order: string[] = [];
  const run = async (side: Side, round: number) => {
    const name = `${side} ${round}`;
    order.push(name);
    if (name === failing) throw new Error(name);
    return name;
  };
  return { order, run };
}

test('the two programs take turns in going first, so that a steady drift disturbs both alike', async () => {
  const { order, run } = recorder();
  const counts: number[] = [];
  const turns = await inTurns(3, run, ({ before, now }) => counts.push(before.length + now.length));
  assert.deepEqual(order, ['before 1', 'now 1', 'now 2', 'before 2', 'before 3', 'now 3']);
  assert.deepEqual(counts, [2, 4, 6]);
  assert.deepEqual(turns, { before: ['before 1', 'before 2', 'before 3'], now: ['now 1', 'now 2', 'now 3'] });
});

test('a failed run ends the sequence, and only complete pairs remain', async () => {
  for (const [failing, side, pairs] of [['now 3', 'now', 2], ['before 2', 'before', 1], ['before 1', 'before', 0]] as const) {
    const { order, run } = recorder(failing);
    const { before, now, stopped } = await inTurns(10, run);
    assert.equal(order.at(-1), failing);
    assert.deepEqual([before.length, now.length], [pairs, pairs]);
    assert.deepEqual([stopped?.side, stopped?.round], [side, pairs + 1]);
    assert.match(String(stopped?.error), new RegExp(failing));
  }
});
