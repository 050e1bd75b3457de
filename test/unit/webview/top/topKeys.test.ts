import assert from 'node:assert/strict';
import test from 'node:test';
import { topKeyAction, type KeyPress } from '../../../../webview/top/topKeys';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, modifiers: Partial<KeyPress> = {}) => topKeyAction({ key, ...NONE, ...modifiers });

test('arrows move, unfold and fold, Enter unfolds, o and Ctrl+Enter open the source, and Alt+Enter opens Peek', () => {
  assert.deepEqual(press('ArrowDown'), { kind: 'move', to: 'down' });
  assert.deepEqual(press('ArrowRight'), { kind: 'unfold' });
  assert.deepEqual(press('ArrowLeft'), { kind: 'fold' });
  assert.deepEqual(press('Enter'), { kind: 'unfold' });
  for (const opened of [press('o'), press('Enter', { ctrlKey: true }), press('Enter', { metaKey: true })]) {
    assert.deepEqual(opened, { kind: 'openSource' });
  }
  assert.deepEqual(press('Enter', { altKey: true }), { kind: 'peek' });
});

test('Ctrl+C and Cmd+C copy a row, and with Shift the whole table', () => {
  assert.deepEqual(press('c', { ctrlKey: true }), { kind: 'copyRow' });
  assert.deepEqual(press('c', { metaKey: true }), { kind: 'copyRow' });
  assert.deepEqual(press('C', { ctrlKey: true, shiftKey: true }), { kind: 'copyAll' });
});

test('a letter starts a search, but page keys, letters with Ctrl and arrows with Alt do nothing', () => {
  assert.deepEqual(press('m'), { kind: 'type' });
  assert.deepEqual(press('M', { shiftKey: true }), { kind: 'type' });
  for (const key of ['/', '?', ' ', 'Tab', 'F5', 'Shift']) assert.equal(press(key), undefined);
  assert.equal(press('f', { ctrlKey: true }), undefined);
  assert.equal(press('ArrowLeft', { altKey: true }), undefined);
});
