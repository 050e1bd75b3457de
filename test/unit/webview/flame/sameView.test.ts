import assert from 'node:assert/strict';
import test from 'node:test';
import type { AskedView } from '../../../../src/protocol/questions';
import { samePlace, sameView } from '../../../../webview/flame/sameView';

const VIEW: AskedView = { root: 0, restFrom: 0, width: 900, minWidth: 2, maxFrames: 2000, search: '' };

test('views that differ only in width or search show the same place, but are not the same view', () => {
  assert.ok(samePlace(VIEW, { ...VIEW, search: 'js', width: 800 }));
  assert.ok(!sameView(VIEW, { ...VIEW, search: 'js' }));
  assert.ok(!sameView(VIEW, { ...VIEW, width: 800 }));
  assert.ok(sameView(VIEW, { ...VIEW }));
});

test('views of another frame, start or option show another place', () => {
  const changes: Partial<AskedView>[] = [
    { root: 1 }, { restFrom: 3 }, { from: 'main.main' }, { callers: true }, { hideTestingFrames: true }, { foldWrappers: true },
  ];
  for (const change of changes) {
    assert.ok(!samePlace(VIEW, { ...VIEW, ...change }), JSON.stringify(change));
    assert.ok(!sameView(VIEW, { ...VIEW, ...change }), JSON.stringify(change));
  }
});
