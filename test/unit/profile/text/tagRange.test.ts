import assert from 'node:assert/strict';
import test from 'node:test';
import { tagRangeHint } from '../../../../src/profile/text/tagRange';

test('a text that looks like a range but is invalid gives a hint', () => {
  for (const text of ['bytes=1.5kb:', '1 kb:', '1kb-64kb', ': 64kb', '1kb..64kb', '1kb : 2kb', '1,5mb', '1-64kb', '>4kb', '1kb:64.5kb']) {
    assert.equal(tagRangeHint(text), 'write a range as 1kb:64kb, in whole numbers', text);
  }
  for (const text of ['1kb', 'bytes=1kb:64kb', ':64kb', '+4mb:', '16', '1.5', 'user=ann', 'v1.2', '1st.*', 'x-4kb', 'user=4a|5b', '']) {
    assert.equal(tagRangeHint(text), undefined, text);
  }
});

test('the hint for an empty range says why it is empty', () => {
  assert.match(tagRangeHint('1kb:5ms')!, /units of different kinds/);
  assert.match(tagRangeHint('size=1:10b')!, /units of different kinds/);
  assert.match(tagRangeHint('9:2')!, /ends before it begins; valid: 2:9/);
});
