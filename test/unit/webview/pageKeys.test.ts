import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageKeyAction } from '../../../webview/pageKeys';

test('/ and Ctrl+F go to the search, ? opens the help, and text fields get / and ? as text', () => {
  const press = (key: string, isTyping = false, ctrlKey = false) =>
    pageKeyAction({ key, ctrlKey, metaKey: false }, isTyping);
  assert.deepEqual(['/', '?', 'f', 'x'].map((key) => press(key)), ['search', 'help', undefined, undefined]);
  assert.deepEqual(['/', '?'].map((key) => press(key, true)), [undefined, undefined]);
  assert.equal(press('f', true, true), 'search');
});
