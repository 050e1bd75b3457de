import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forLabel, forLine, forMessage, forTitle, forTooltip } from '../../../src/ui/plainText';

/** The pattern of links in VS Code's notifications. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

test('a name in a message does not become a link', () => {
  assert.equal(forMessage('/src/[click](command:quit).go'), '/src/[click] (command:quit).go');
});

test('no text between brackets becomes a link', () => {
  const separators = ['', '\u0000', '\n', '\r\n', '\u202e', '\u2066', '\ud800', '\u200f', '\u0085', '\u2028'];
  for (const separator of separators) {
    for (const sanitize of [forMessage, forLabel, forLine]) {
      const text = sanitize(`[Open]${separator}(command:workbench.action.quit)`);
      assert.doesNotMatch(text, LINK, JSON.stringify(separator));
    }
  }
});

test('shortening a text in the middle does not create a link', () => {
  for (let length = 860; length < 940; length++) {
    const text = forMessage(`${'x'.repeat(length)}[Open]${'y'.repeat(300)}(command:quit)`);
    assert.doesNotMatch(text, LINK);
    assert.ok(text.length <= 900);
  }
});

test('a name in a label does not become an icon', () => {
  assert.equal(forLabel('$(sync~spin) cpu'), '\\$(sync~spin) cpu');
  assert.equal(forLabel('$(GOPATH)'), '\\$(GOPATH)');
  assert.equal(forLabel('$(go env GOROOT)'), '$(go env GOROOT)');
});

test('a name in a notification does not become an icon, since progress may appear in the status bar', () => {
  assert.equal(forMessage('$(sync~spin) cpu'), '$ (sync~spin) cpu');
});

test('a long text loses its middle, and line breaks become spaces', () => {
  const long = `/home/me/${'deep/'.repeat(1000)}file.go`;
  assert.match(forMessage(long), /^\/home\/me\/deep.*….*deep\/file\.go$/);
  assert.equal(forMessage(long).length, 899);
  assert.ok(forLabel(long).length <= 80);
  assert.equal(forMessage('a\r\nb\tc'), 'a b c');
});

test('bidirectional control characters are visible and have no effect', () => {
  for (const control of ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']) {
    for (const sanitize of [forMessage, forLabel, forLine, forTitle, forTooltip]) {
      assert.equal(sanitize(`exe${control}og.`), 'exe\ufffdog.');
    }
  }
});

test('shortening does not split a character', () => {
  assert.equal(forLabel('😀'.repeat(100)).match(/\p{Surrogate}/u), null);
  assert.equal(forLabel(`a${'😀'.repeat(100)}`).match(/\p{Surrogate}/u), null);
});

test('a tooltip keeps its lines, and a title keeps its brackets', () => {
  assert.equal(forTooltip('one\r\ntwo\tthree'), 'one\ntwo three');
  assert.equal(forTitle('Map[K](x) $(flame)\n'), 'Map[K](x) $(flame) ');
});
