import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOnPath, run } from './processes.mjs';

test('rejects with the output and the exit code of a program that fails', async () => {
  const failing = run(process.execPath, ['-e', 'console.error("no such thing"); process.exit(3)'], { quiet: true });
  await assert.rejects(failing, /no such thing[^]*ended with code 3/);
});

test('rejects with a message if the program is missing', async () => {
  await assert.rejects(run('linecost-no-such-program', []), /could not be started/);
});

test('finds the first of several commands that is on PATH', () => {
  assert.equal(findOnPath('linecost-no-such-program'), undefined);
  assert.match(findOnPath('linecost-no-such-program', 'node') ?? '', /node/);
});
