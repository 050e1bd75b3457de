import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOnPath, run } from './processes.mjs';

test('the error for a program that fails has its output and exit code', async () => {
  const failing = run(process.execPath, ['-e', 'console.error("no such thing"); process.exit(3)'], { quiet: true });
  await assert.rejects(failing, /no such thing[^]*ended with code 3/);
});

test('running a missing program fails', async () => {
  await assert.rejects(run('linecost-no-such-program', []), /could not be started/);
});

test('findOnPath returns the first of several commands that is on PATH', () => {
  assert.equal(findOnPath('linecost-no-such-program'), undefined);
  assert.match(findOnPath('linecost-no-such-program', 'node') ?? '', /node/);
});
