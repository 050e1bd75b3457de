import assert from 'node:assert/strict';
import test from 'node:test';
import { History } from '../../../../webview/peek/peekHistory';

function visited(...names: readonly string[]): History {
  const history = new History();
  for (const name of names) history.visit(name);
  return history;
}

test('one goes back the way one came, and forward again', () => {
  const history = visited('a', 'b', 'c');
  assert.deepEqual([history.back(), history.back(), history.back()], ['b', 'a', 'a']);
  assert.equal(history.canGoBack, false);
  assert.deepEqual([history.forward(), history.forward()], ['b', 'c']);
  assert.equal(history.canGoForward, false);
});

test('who goes elsewhere forgets what lay ahead', () => {
  const history = visited('a', 'b', 'c');
  history.back();
  history.visit('d');
  assert.deepEqual([history.canGoForward, history.back(), history.current], [false, 'b', 'b']);
});

test('to stay is no step', () => {
  const history = visited('a', 'a');
  assert.equal(history.canGoBack, false);
});

test('a very long way is forgotten at its beginning', () => {
  const history = visited(...Array.from({ length: 500 }, (_, i) => `f${i}`));
  let steps = 0;
  while (history.canGoBack) {
    history.back();
    steps++;
  }
  assert.equal(steps, 99);
});
