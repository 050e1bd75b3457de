import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { NotRegularError, readRegular, TooLargeError } from '../../../../src/capture/goTest/regularFile';

const folder = mkdtempSync(join(tmpdir(), 'regularFile-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const { signal } = new AbortController();

test('a file is read to its end', async () => {
  writeFileSync(at('plain'), 'profile');
  assert.equal(Buffer.from(await readRegular(at('plain'), 7, signal)).toString(), 'profile');
  writeFileSync(at('large'), Buffer.alloc(9_000_001, 7));
  assert.equal((await readRegular(at('large'), 10_000_000, signal)).length, 9_000_001);
});

test('a file larger than the limit is not read, whatever size it reports', async () => {
  writeFileSync(at('sparse'), '');
  truncateSync(at('sparse'), 3 * 2 ** 30);
  await assert.rejects(readRegular(at('sparse'), 2 * 2 ** 30, signal), (error) => {
    return error instanceof TooLargeError && error.size === 3 * 2 ** 30;
  });
});

test('folders, links, devices and pipes are not read', { skip: process.platform === 'win32' }, async () => {
  symlinkSync('/dev/zero', at('link'));
  symlinkSync(at('plain'), at('linkToFile'));
  execFileSync('mkfifo', [at('pipe')]);
  for (const path of [folder, at('link'), at('linkToFile'), at('pipe'), '/dev/zero']) {
    await assert.rejects(readRegular(path, 1000, signal), NotRegularError, path);
  }
});

test('cancelling stops reading a file', async () => {
  writeFileSync(at('cancelled'), '');
  truncateSync(at('cancelled'), 1 << 30);
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(readRegular(at('cancelled'), 2 ** 31, controller.signal), /cancelled/);
});
