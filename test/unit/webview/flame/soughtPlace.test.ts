import assert from 'node:assert/strict';
import test from 'node:test';
import { nameOf } from '../../../../webview/flame/flameFrames';
import { isAt, rowOnPath, soughtPlace } from '../../../../webview/flame/soughtPlace';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';

const VIEW = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 2000, search: '' };
const windowOf = (picture: string) => answer(drawnProfile(picture), 0, VIEW);

test('the row on a path is found in a profile with other frames; without it, the one nearest to it', () => {
  const window = windowOf('all 0\n  other 20\n    work 9\n  main 10\n    work 30\n      parse 40');
  const found = (names: readonly string[]) => {
    const row = rowOnPath(window, names);
    return [nameOf(window, row), nameOf(window, window.parent[row])];
  };
  assert.deepEqual(found(['all', 'main', 'work']), ['work', 'main']);
  assert.deepEqual(found(['all', 'main', 'work', 'tiny', 'parse']), ['work', 'main']);
  assert.deepEqual(found(['module', 'main']), ['all', 'all']);
});

test('a place is sought by the names on the way to the zoomed and the focused frame', () => {
  const window = windowOf('all 0\n  main 10\n    work 30\n      parse 40');
  const work = rowOnPath(window, ['all', 'main', 'work']);
  const sought = soughtPlace(window, { root: window.id[work], restFrom: 2 }, work + 1);
  assert.deepEqual(sought, { zoomed: ['all', 'main', 'work'], restFrom: 2, focused: ['all', 'main', 'work', 'parse'] });
  assert.equal(isAt(window, work, sought.zoomed), true);
  assert.equal(isAt(window, work, sought.focused), false);
  assert.deepEqual(soughtPlace(window, { root: 12345, restFrom: 0 }, undefined), { zoomed: ['all'], restFrom: 0, focused: [] });
});
