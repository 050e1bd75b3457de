import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toErrorShape } from '../../../src/engine/failures';
import { sentenceOf } from '../../../src/workbench/systemFailure';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('system errors are shown as sentences that say what to do', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  assert.equal(sentenceOf(full), 'The disk is full: free some space, and try again.');
  assert.equal(sentenceOf(new Error('as it is')), 'as it is');
  assert.equal(sentenceOf('words'), 'words');
});

test('a text that is too long has a sentence, in the host and in the engine', () => {
  const byNode = Object.assign(new Error('Cannot create a string longer than 0x1fffffe8 characters'), {
    code: 'ERR_STRING_TOO_LONG',
  });
  for (const error of [byNode, thrownBy(() => 'x'.repeat(2 ** 29).concat('x'))]) {
    assert.equal(sentenceOf(error), 'The text is longer than half a gigabyte, too long to be shown.');
    const { reason, message } = toErrorShape(error);
    assert.deepEqual([reason, message], ['tooLarge', 'The answer exceeds the maximum length of a text: refine the profile first, or export it.']);
  }
});

test('a folder that may not be written to is named, with what to do', () => {
  for (const code of ['EACCES', 'EPERM']) {
    const denied = Object.assign(new Error(`${code}: denied, mkdir '/data/runs'`), { code, path: '/data/runs' });
    assert.equal(sentenceOf(denied), 'Access to /data/runs was denied: change its permissions, and try again.');
  }
  assert.equal(sentenceOf(Object.assign(new Error('EPERM: kill'), { code: 'EPERM' })), 'EPERM: kill');
});
