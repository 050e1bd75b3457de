import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ACTUAL_SIZE, centered, fitted, moved, opening, revealing, type Viewport, visible, zoomed,
} from '../../../../webview/callGraph/viewport';

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

const boxAt = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

test('a scene that is readable as a whole opens whole', () => {
  const scene = { width: 600, height: 400 };
  assert.deepEqual(opening(scene, SEEN, { path: [boxAt(0, 0)], least: 1, scale: 2 }), fitted(scene, SEEN));
});

test('a large scene opens on the end of its path, with as much of the path as there is room for', () => {
  const scene = { width: 4000, height: 2000 };
  const path = [boxAt(2000, 0), boxAt(1900, 300), boxAt(1800, 500), boxAt(1700, 700)];
  const view = opening(scene, SEEN, { path, least: 1, scale: 1.25 });
  assert.equal(view.scale, 1.25);
  const seen = visible(view, SEEN);
  const isSeen = ({ x, y }: { x: number; y: number }) =>
    y >= seen.y && y + 40 <= seen.y + seen.height && x >= seen.x && x + 100 <= seen.x + seen.width;
  assert.deepEqual(path.map(isSeen), [false, true, true, true]);
});

test('a large scene opens without empty room beside it, and a low one in the middle', () => {
  const scene = { width: 4000, height: 200 };
  const view = opening(scene, SEEN, { path: [boxAt(0, 0)], least: 1, scale: 1 });
  assert.deepEqual(view, { scale: 1, x: 12, y: 200 });
  const end = opening(scene, SEEN, { path: [boxAt(3900, 0)], least: 1, scale: 1 });
  assert.deepEqual(end, { scale: 1, x: 800 - 4000 - 12, y: 200 });
});
