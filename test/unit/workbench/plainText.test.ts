import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forLabel, forMessage } from '../../../src/workbench/plainText';

test('a name in a message makes no link', () => {
  assert.equal(forMessage('/src/[click](command:quit).go'), '/src/[click] (command:quit).go');
});

test('a name in a label makes no picture', () => {
  assert.equal(forLabel('$(sync~spin) cpu'), '\\$(sync~spin) cpu');
});

test('what is too long loses its middle, and line breaks become spaces', () => {
  const long = `/home/me/${'deep/'.repeat(200)}file.go`;
  assert.match(forMessage(long), /^\/home\/me\/deep.*….*deep\/file\.go$/);
  assert.equal(forMessage(long).length, 299);
  assert.ok(forLabel(long).length <= 80);
  assert.equal(forMessage('a\r\nb\tc'), 'a b c');
});
