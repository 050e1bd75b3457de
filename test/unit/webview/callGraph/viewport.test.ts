import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ACTUAL_SIZE, centerBox, fitScene, pan, initialViewport, revealBox, uncover, type Viewport, visibleBox,
  zoomAt,
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

test('a scene that is readable when fitted opens fitted', () => {
  const scene = { width: 600, height: 400 };
  const first = initialViewport(scene, WINDOW, { path: [boxAt(0, 0)], scale: 2 });
  assert.deepEqual(first, fitScene(scene, WINDOW));
});

test('a large scene opens at the end of its path, and shows as much of the path as fits', () => {
  const scene = { width: 4000, height: 2000 };
  const path = [boxAt(2000, 0), boxAt(1900, 300), boxAt(1800, 500), boxAt(1700, 700)];
  const view = initialViewport(scene, WINDOW, { path, scale: 1.25 });
  assert.equal(view.scale, 1.25);
  const visible = visibleBox(view, WINDOW);
  const isVisible = ({ x, y }: { x: number; y: number }) =>
    y >= visible.y && y + 40 <= visible.y + visible.height && x >= visible.x && x + 100 <= visible.x + visible.width;
  assert.deepEqual(path.map(isVisible), [false, true, true, true]);
});

test('the end of a path that is far from its caller is left out, unless all boxes are far apart', () => {
  const scene = { width: 4000, height: 3000 };
  const shown = (...path: readonly ReturnType<typeof boxAt>[]) => {
    const { x, y, width, height } = visibleBox(initialViewport(scene, WINDOW, { path, scale: 1 }), WINDOW);
    return path.map((box) => box.x >= x && box.y >= y && box.x + 100 <= x + width && box.y + 40 <= y + height);
  };
  const near = [boxAt(1900, 300), boxAt(1800, 500)];
  assert.deepEqual(shown(...near, boxAt(3500, 700)), [true, true, false]);
  assert.deepEqual(shown(...near, boxAt(3500, 700), boxAt(200, 900)), [true, true, false, false]);
  assert.deepEqual(shown(near[0]!, boxAt(300, 500), boxAt(3500, 700)), [false, false, true]);
});

test('a large scene opens without empty space at its ends, and is centered vertically if it is low', () => {
  const scene = { width: 4000, height: 200 };
  const view = initialViewport(scene, WINDOW, { path: [boxAt(0, 0)], scale: 1 });
  assert.deepEqual(view, { scale: 1, x: 12, y: 200 });
  const end = initialViewport(scene, WINDOW, { path: [boxAt(3900, 0)], scale: 1 });
  assert.deepEqual(end, { scale: 1, x: 800 - 4000 - 12, y: 200 });
});

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
  const last = boxAt(690, 20);
  assert.deepEqual(uncover(view, [boxAt(150, 520), last], WINDOW, [MAP], [last]), view);
});

test('a large scene opens with as much of its path as fits uncovered', () => {
  const scene = { width: 800, height: 2000 };
  const opened = (...path: readonly ReturnType<typeof boxAt>[]) =>
    initialViewport(scene, WINDOW, { path, scale: 1 }, [MAP]);
  const end = boxAt(12, 1948);
  const above = { scale: 1, x: 12, y: MAP.y - 4 - 1988 };
  assert.deepEqual(opened(boxAt(300, 1700), end), above);
  assert.deepEqual(opened(boxAt(300, 1450), boxAt(300, 1700), end), { scale: 1, x: 164 - 12, y: 600 - 12 - 2000 });
  assert.deepEqual(opened(boxAt(688, 1450), boxAt(300, 1700), end), above, 'the first box is left out');
  assert.deepEqual(opened(boxAt(688, 1450), end), above, 'not even two boxes fit');
});
