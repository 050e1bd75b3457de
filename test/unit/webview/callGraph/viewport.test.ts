import assert from 'node:assert/strict';
import test from 'node:test';
import { ACTUAL_SIZE, centered, fitted, moved, revealing, type Viewport, zoomed } from '../../../../webview/callGraph/viewport';

const SEEN = { width: 800, height: 600 };

/** A point of the scene in coordinates of the window. */
const at = ({ scale, x, y }: Viewport, px: number, py: number) => [px * scale + x, py * scale + y];

test('a large scene is scaled to fit and centered', () => {
  const view = fitted({ width: 4000, height: 1000 }, SEEN, 0);
  assert.deepEqual(at(view, 0, 0), [0, 200]);
  assert.deepEqual(at(view, 4000, 1000), [800, 400]);
});

test('a small scene is not enlarged', () => {
  const view = fitted({ width: 60, height: 30 }, SEEN);
  assert.equal(view.scale, ACTUAL_SIZE);
  assert.deepEqual(at(view, 30, 15), [400, 300]);
});

test('an empty scene in an empty window gives finite numbers', () => {
  const { scale } = fitted({ width: 60, height: 30 }, { width: 0, height: 0 });
  assert.ok(scale > 0);
});

test('the point under the pointer stays there while zooming', () => {
  const before = { scale: 0.5, x: -20, y: 40 };
  const pointer = { x: 300, y: 200 };
  const under = [(pointer.x - before.x) / before.scale, (pointer.y - before.y) / before.scale] as const;
  for (const factor of [1.25, 0.8, 1000, 0.00001]) {
    const view = zoomed(before, factor, pointer);
    const [x, y] = at(view, ...under);
    assert.ok(Math.abs(x! - 300) < 1e-6 && Math.abs(y! - 200) < 1e-6, `${factor}: ${x} ${y}`);
  }
  assert.ok(zoomed(before, 1000, pointer).scale <= 4);
  assert.ok(zoomed(before, 0.00001, pointer).scale >= 0.02);
});

test('a visible box stays, one outside moves into view by the shortest distance', () => {
  const view = { scale: 1, x: 0, y: 0 };
  const box = { x: 100, y: 100, width: 50, height: 20 };
  assert.deepEqual(revealing(view, box, SEEN), view);
  assert.deepEqual(revealing(moved(view, { x: -300, y: 0 }), box, SEEN), { scale: 1, x: -76, y: 0 });
  assert.deepEqual(revealing(moved(view, { x: 0, y: 900 }), box, SEEN), { scale: 1, x: 0, y: 456 });
});

test('a box larger than the window shows its start', () => {
  const view = revealing({ scale: 1, x: -500, y: -500 }, { x: 0, y: 0, width: 2000, height: 2000 }, SEEN);
  assert.deepEqual(at(view, 0, 0), [24, 24]);
});

test('a box is centered', () => {
  const view = centered({ x: 5, y: 5, width: 10, height: 30 }, SEEN, 2);
  assert.deepEqual(at(view, 10, 20), [400, 300]);
});
