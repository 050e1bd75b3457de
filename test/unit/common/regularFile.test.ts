import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { NotRegularError, readRegular, TooLargeError } from '../../../src/common/regularFile';

const folder = mkdtempSync(join(tmpdir(), 'regularFile-'));
after(() => rmSync(folder, { recursive: true }));
const pathOf = (name: string) => join(folder, name);
const { signal } = new AbortController();

test('a file is read to its end', async () => {
  writeFileSync(pathOf('plain'), 'profile');
  assert.equal(Buffer.from(await readRegular(pathOf('plain'), 7, signal)).toString(), 'profile');
  writeFileSync(pathOf('large'), Buffer.alloc(9_000_001, 7));
  assert.equal((await readRegular(pathOf('large'), 10_000_000, signal)).length, 9_000_001);
});

test('a file larger than the limit is not read, and the error has its size', async () => {
  writeFileSync(pathOf('sparse'), '');
  truncateSync(pathOf('sparse'), 3 * 2 ** 30);
  await assert.rejects(readRegular(pathOf('sparse'), 2 * 2 ** 30, signal), (error) => {
    return error instanceof TooLargeError && error.size === 3 * 2 ** 30;
  });
});

test('folders, links, devices and pipes are not read', { skip: process.platform === 'win32' }, async () => {
  symlinkSync('/dev/zero', pathOf('link'));
  symlinkSync(pathOf('plain'), pathOf('linkToFile'));
  execFileSync('mkfifo', [pathOf('pipe')]);
  for (const path of [folder, pathOf('link'), pathOf('linkToFile'), pathOf('pipe'), '/dev/zero']) {
    await assert.rejects(readRegular(path, 1000, signal), NotRegularError, path);
  }
});

test('cancelling stops reading a file', async () => {
  writeFileSync(pathOf('cancelled'), '');
  truncateSync(pathOf('cancelled'), 1 << 30);
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(readRegular(pathOf('cancelled'), 2 ** 31, controller.signal), /cancelled/);
});
