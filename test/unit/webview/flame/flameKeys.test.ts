import assert from 'node:assert/strict';
import test from 'node:test';
import { flameKeyAction, type KeyPress } from '../../../../webview/flame/flameKeys';

const NONE = { ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, modifiers: Partial<KeyPress> = {}) => flameKeyAction({ key, ...NONE, ...modifiers });

test('arrows and n step through frames, Enter zooms in, Backspace and Home zoom out, and p shows the sandwich view', () => {
  assert.deepEqual(press('ArrowUp'), { kind: 'step', to: 'up' });
  assert.deepEqual(press('N'), { kind: 'step', to: 'previousMatch' });
  assert.deepEqual(['Enter', 'Backspace', 'Home'].map((key) => press(key)?.kind), ['zoom', 'zoomOut', 'resetZoom']);
  assert.deepEqual(press('p'), { kind: 'showSandwich' });
});

test('with Ctrl or Cmd, Enter opens the source and c copies, but other keys do nothing', () => {
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    assert.deepEqual([press('Enter', modifiers)?.kind, press('c', modifiers)?.kind], ['openSource', 'copyName']);
    for (const key of ['ArrowUp', 'n', 'o', 'p', 'Home']) assert.equal(press(key, modifiers), undefined, key);
  }
});

test('keys of the page, and keys with Alt, are not bound', () => {
  for (const key of ['/', '?', 'c', 'Tab', 'x']) assert.equal(press(key), undefined, key);
  for (const key of ['ArrowLeft', 'Enter', 'o']) assert.equal(press(key, { altKey: true }), undefined, key);
});
