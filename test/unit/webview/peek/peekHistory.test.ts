import assert from 'node:assert/strict';
import test from 'node:test';
import { PeekHistory } from '../../../../webview/peek/peekHistory';

function visited(...names: readonly string[]): PeekHistory {
  const history = new PeekHistory();
  for (const name of names) history.visit(name);
  return history;
}

test('back and forward follow the visited names', () => {
  const history = visited('a', 'b', 'c');
  assert.deepEqual([history.back(), history.back(), history.back()], ['b', 'a', 'a']);
  assert.equal(history.canGoBack, false);
  assert.deepEqual([history.forward(), history.forward()], ['b', 'c']);
  assert.equal(history.canGoForward, false);
});

test('a visit after going back drops the names that were ahead', () => {
  const history = visited('a', 'b', 'c');
  history.back();
  history.visit('d');
  assert.deepEqual([history.canGoForward, history.back(), history.current], [false, 'b', 'b']);
});

test('visiting the current name again adds nothing', () => {
  const history = visited('a', 'a');
  assert.equal(history.canGoBack, false);
});

test('only the hundred newest names of a long history are kept', () => {
  const history = visited(...Array.from({ length: 500 }, (_, i) => `f${i}`));
  let steps = 0;
  while (history.canGoBack) {
    history.back();
    steps++;
  }
  assert.equal(steps, 99);
});
