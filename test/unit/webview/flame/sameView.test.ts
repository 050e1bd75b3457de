import assert from 'node:assert/strict';
import test from 'node:test';
import type { FlameRequest } from '../../../../src/pages/protocol/profilePage';
import { isSamePlace, isSameView } from '../../../../webview/flame/flamePlaces';

const VIEW: FlameRequest = { root: 0, restFrom: 0, width: 900, minWidth: 2, maxFrames: 2000, search: '' };

test('views that differ only in width or search show the same place, but are not the same view', () => {
  assert.ok(isSamePlace(VIEW, { ...VIEW, search: 'js', width: 800 }));
  assert.ok(!isSameView(VIEW, { ...VIEW, search: 'js' }));
  assert.ok(!isSameView(VIEW, { ...VIEW, width: 800 }));
  assert.ok(isSameView(VIEW, { ...VIEW }));
});

test('views of another frame, start or option show another place', () => {
  const changes: Partial<FlameRequest>[] = [
    { root: 1 }, { restFrom: 3 }, { from: 'main.main' }, { callers: true }, { hideTestingFrames: true }, { foldWrappers: true },
  ];
  for (const change of changes) {
    assert.ok(!isSamePlace(VIEW, { ...VIEW, ...change }), JSON.stringify(change));
    assert.ok(!isSameView(VIEW, { ...VIEW, ...change }), JSON.stringify(change));
  }
});
