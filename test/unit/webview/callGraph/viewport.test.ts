import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ACTUAL_SIZE, centerBox, fitScene, pan, revealBox, uncover, type Viewport, zoomAt,
} from '../../../../webview/callGraph/viewport';

const WINDOW = { width: 800, height: 600 };

/** Converts a point of the scene to coordinates of the window. */
const inWindow = ({ scale, x, y }: Viewport, px: number, py: number) => [px * scale + x, py * scale + y];

test('a large scene is scaled to fit with a margin, and centered', () => {
  const view = fitScene({ width: 3880, height: 970 }, WINDOW);
  assert.deepEqual(inWindow(view, 0, 0).map(Math.round), [12, 203]);
  assert.deepEqual(inWindow(view, 3880, 970).map(Math.round), [788, 397]);
});

test('a small scene is not enlarged', () => {
  const view = fitScene({ width: 60, height: 30 }, WINDOW);
  assert.equal(view.scale, ACTUAL_SIZE);
  assert.deepEqual(inWindow(view, 30, 15), [400, 300]);
});

test('the scale is positive even in an empty window', () => {
  const { scale } = fitScene({ width: 60, height: 30 }, { width: 0, height: 0 });
  assert.ok(scale > 0);
});

test('the point under the pointer stays there while zooming, and the scale has limits', () => {
  const before = { scale: 0.5, x: -20, y: 40 };
  const pointer = { x: 300, y: 200 };
  const scenePoint = [(pointer.x - before.x) / before.scale, (pointer.y - before.y) / before.scale] as const;
  for (const factor of [1.25, 0.8, 1000, 0.00001]) {
    const view = zoomAt(before, factor, pointer);
    const [x, y] = inWindow(view, ...scenePoint);
    assert.ok(Math.abs(x! - 300) < 1e-6 && Math.abs(y! - 200) < 1e-6, `${factor}: ${x} ${y}`);
  }
  assert.ok(zoomAt(before, 1000, pointer).scale <= 4);
  assert.ok(zoomAt(before, 0.00001, pointer).scale >= 0.02);
});

test('a visible box stays, and a box outside moves into view by the shortest distance', () => {
  const view = { scale: 1, x: 0, y: 0 };
  const box = { x: 100, y: 100, width: 50, height: 20 };
  assert.deepEqual(revealBox(view, box, WINDOW), view);
  assert.deepEqual(revealBox(pan(view, { x: -300, y: 0 }), box, WINDOW), { scale: 1, x: -76, y: 0 });
  assert.deepEqual(revealBox(pan(view, { x: 0, y: 900 }), box, WINDOW), { scale: 1, x: 0, y: 456 });
});

test('a box larger than the window shows its start', () => {
  const view = revealBox({ scale: 1, x: -500, y: -500 }, { x: 0, y: 0, width: 2000, height: 2000 }, WINDOW);
  assert.deepEqual(inWindow(view, 0, 0), [24, 24]);
});

test('centerBox puts a box in the center of the window', () => {
  const view = centerBox({ x: 5, y: 5, width: 10, height: 30 }, WINDOW, 2);
  assert.deepEqual(inWindow(view, 10, 20), [400, 300]);
});

const boxAt = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

/** A map in the corner at the bottom left of the window. */
const MAP = { x: 10, y: 490, width: 150, height: 100 };

test('a covered box moves out by the shortest way, and stays where it is if nothing covers it', () => {
  const view = { scale: 1, x: 0, y: 0 };
  assert.deepEqual(uncover(view, [boxAt(200, 500)], WINDOW, [MAP]), view);
  assert.deepEqual(uncover(view, [boxAt(150, 520)], WINDOW, [MAP]), { scale: 1, x: 14, y: 0 });
  assert.deepEqual(uncover(view, [boxAt(20, 460)], WINDOW, [MAP]), { scale: 1, x: 0, y: -14 });
});

test('boxes that move out stay in view together, as long as there is room', () => {
  const view = { scale: 1, x: 0, y: 0 };
  assert.deepEqual(uncover(view, [boxAt(150, 520), boxAt(690, 300)], WINDOW, [MAP]), { scale: 1, x: 0, y: -74 });
  assert.equal(uncover(view, [boxAt(150, 520), boxAt(690, 20)], WINDOW, [MAP]), undefined);
});
