import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toErrorShape } from '../../../src/engine/failures';
import { sentenceOf } from '../../../src/ui/systemFailure';

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('the message of a system error says what to do, and other errors keep their message', () => {
  const diskFull = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  assert.equal(sentenceOf(diskFull), 'The disk is full: free some space, and try again.');
  assert.equal(sentenceOf(new Error('unexpected EOF')), 'unexpected EOF');
  assert.equal(sentenceOf('unexpected EOF'), 'unexpected EOF');
});

test('the error for a string that is too long says so, in the host and in the engine', () => {
  const byNode = Object.assign(new Error('Cannot create a string longer than 0x1fffffe8 characters'), {
    code: 'ERR_STRING_TOO_LONG',
  });
  for (const error of [byNode, thrownBy(() => 'x'.repeat(2 ** 29).concat('x'))]) {
    assert.equal(sentenceOf(error), 'The text is longer than half a gigabyte, too long to be shown.');
    const { reason, message } = toErrorShape(error);
    assert.deepEqual([reason, message], ['tooLarge', 'The result is too long to show: refine the profile, or export it.']);
  }
});

/** An error like those of Node's file system. */
function systemError(code: string, reason: string, call: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${reason}, ${call} '${path}'`), { code, path });
}

test('errors of the file system name the file or folder, and say what to do', () => {
  const sentences = [
    systemError('EROFS', 'read-only file system', 'open', '/data/runs/a'),
    systemError('ENOSPC', 'no space left on device', 'write', '/data/runs/a'),
    systemError('ENOTDIR', 'not a directory', 'mkdir', '/data/file/runs'),
    systemError('EEXIST', 'file already exists', 'mkdir', '/data/runs'),
    systemError('ENOENT', 'no such file or directory', 'open', '/data/bench.txt'),
    systemError('ENOENT', 'no such file or directory', 'mkdir', '/data/runs'),
  ].map(sentenceOf);
  assert.deepEqual(sentences, [
    '/data/runs/a is on a read-only disk: make it writable, and try again.',
    'The disk of /data/runs/a is full: free some space, and try again.',
    '/data/file/runs cannot be used: a part of its path is a file, not a folder. Rename that file, and try again.',
    '/data/runs already exists and is not a folder: rename it, and try again.',
    '/data/bench.txt does not exist: was it moved or deleted?',
    'No folder can be created in /data: is its disk read-only?',
  ]);
});

test('a system error within a message of VS Code is recognized; the error for a missing program keeps its message', () => {
  const message = "Unable to write file '/ro/bench.txt' (Unknown (FileSystemError): Error: EROFS: read-only file system, open '/ro/bench.txt')";
  assert.equal(sentenceOf(new Error(message)), '/ro/bench.txt is on a read-only disk: make it writable, and try again.');
  const spawn = Object.assign(new Error('spawn git ENOENT'), { code: 'ENOENT', path: 'git' });
  assert.equal(sentenceOf(spawn), 'spawn git ENOENT');
});

test('the error of a copy that cannot be written names the copy, and that of a missing file names the file', () => {
  const of = (code: string) => sentenceOf(systemError(code, 'reason', 'copyfile', "/tmp/copy' -> '/data/programs/a"));
  assert.equal(of('ENOSPC'), 'The disk of /data/programs/a is full: free some space, and try again.');
  assert.equal(of('EROFS'), '/data/programs/a is on a read-only disk: make it writable, and try again.');
  assert.equal(of('EACCES'), 'Access to /data/programs/a was denied: change its permissions, and try again.');
  assert.equal(of('ENOENT'), '/tmp/copy does not exist: was it moved or deleted?');
});

test('the error for a file or folder without permission names what to change, and says what to do', () => {
  for (const code of ['EACCES', 'EPERM']) {
    const sentence = 'Access to /data/runs was denied: change its permissions, and try again.';
    assert.equal(sentenceOf(systemError(code, 'denied', 'open', '/data/runs')), sentence);
    // A folder that cannot be created has no permissions yet.
    assert.equal(sentenceOf(systemError(code, 'denied', 'mkdir', '/data/runs/.new-1')), sentence);
  }
  assert.equal(sentenceOf(Object.assign(new Error('EPERM: kill'), { code: 'EPERM' })), 'EPERM: kill');
});
