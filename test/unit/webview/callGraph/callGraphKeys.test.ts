import assert from 'node:assert/strict';
import test from 'node:test';
import { callGraphKeyAction, type KeyPress } from '../../../../webview/callGraph/callGraphKeys';

const NONE = { ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, modifiers: Partial<KeyPress> = {}) => callGraphKeyAction({ key, ...NONE, ...modifiers });

test('arrows step through calls, Enter goes in, o and Ctrl+Enter open the source, the space bar selects, and Escape clears', () => {
  assert.deepEqual(press('ArrowUp'), { kind: 'step', to: 'caller' });
  assert.deepEqual(['Enter', 'o', ' ', 'Escape'].map((key) => press(key)?.kind), ['goIn', 'openSource', 'select', 'clear']);
});

test('plus zooms in even without Shift, minus zooms out, and 0 shows everything', () => {
  assert.deepEqual(['+', '=', '-', '0'].map((key) => press(key)?.kind), ['zoomIn', 'zoomIn', 'zoomOut', 'fit']);
});

test('with Ctrl or Cmd, Enter opens the source and c copies, but other keys with modifiers are ignored', () => {
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    assert.deepEqual([press('Enter', modifiers)?.kind, press('c', modifiers)?.kind], ['openSource', 'copyName']);
    for (const key of ['+', '-', '0', 'ArrowUp']) assert.equal(press(key, modifiers), undefined, key);
  }
  assert.equal(press('Enter', { altKey: true }), undefined);
  assert.equal(press('c'), undefined);
});
