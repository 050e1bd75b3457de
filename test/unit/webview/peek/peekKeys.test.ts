import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyKey, keyTarget, peekKeyAction } from '../../../../webview/peek/peekKeys';

const pressed = (key: string, altKey = false, ctrlKey = false) => ({ key, altKey, ctrlKey, metaKey: false });

test('arrow keys, Home and End move between the function and its calls, up to the first and the last', () => {
  const target = (key: string, index: number) => keyTarget(pressed(key), index, 5);
  assert.deepEqual([target('ArrowDown', 1), target('ArrowUp', 0), target('Home', 3), target('End', 1)], [2, 0, 0, 4]);
  assert.equal(keyTarget(pressed('ArrowDown', false, true), 1, 5), undefined);
  assert.equal(target('a', 1), undefined);
});

test('Alt with an arrow key goes back and forward', () => {
  assert.deepEqual(['ArrowLeft', 'ArrowRight', 'x'].map((key) => historyKey(pressed(key, true))), ['back', 'forward', undefined]);
  assert.equal(historyKey(pressed('ArrowLeft')), undefined);
});

test('Enter goes in, Ctrl+Enter and o open the source', () => {
  assert.deepEqual(['Enter', 'o', 'x'].map((key) => peekKeyAction(pressed(key))), ['goIn', 'openSource', undefined]);
  assert.deepEqual(['Enter', 'o'].map((key) => peekKeyAction(pressed(key, false, true))), ['openSource', undefined]);
  assert.equal(peekKeyAction(pressed('Enter', true)), undefined);
});
