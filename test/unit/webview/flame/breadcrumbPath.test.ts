import assert from 'node:assert/strict';
import test from 'node:test';
import { collapsePath } from '../../../../webview/flame/flameFrames';

const path = [0, 1, 2, 3, 4, 5, 6];

test('a path that fits is shown in full', () => {
  assert.deepEqual(collapsePath(path, 7), { head: path, hidden: [], tail: [] });
});

test('a path that is too long keeps both ends', () => {
  assert.deepEqual(collapsePath(path, 4), { head: [0], hidden: [1, 2, 3, 4], tail: [5, 6] });
});

test('the zoomed frame stays even if there is room for only two frames', () => {
  assert.deepEqual(collapsePath(path, 2).tail, [6]);
});
