import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unpack } from '../../../src/engine/unpack';

const RAW = Buffer.from('not really a profile, but bytes '.repeat(100));
const never = new AbortController().signal;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
});
after(() => rm(folder, { recursive: true }));

async function fileWith(bytes: Uint8Array): Promise<{ kind: 'file'; path: string }> {
  const path = join(folder, 'x.pprof');
  await writeFile(path, bytes);
  return { kind: 'file', path };
}

test('a gzip file and the same bytes unpacked give the same', async () => {
  assert.deepEqual(Buffer.from(await unpack(await fileWith(gzipSync(RAW)), never)), RAW);
  assert.deepEqual(Buffer.from(await unpack(await fileWith(RAW), never)), RAW);
});

test('several gzip members after one another are one profile, as Go reads them', async () => {
  const members = Buffer.concat([gzipSync(RAW.subarray(0, 500)), gzipSync(RAW.subarray(500))]);
  assert.deepEqual(Buffer.from(await unpack({ kind: 'bytes', bytes: members }, never)), RAW);
});

test('a gzip stream that ends early is called cut off', async () => {
  const cut = gzipSync(RAW).subarray(0, -9);
  await assert.rejects(unpack(await fileWith(cut), never), { name: 'ProfileError', stage: 'gzip', message: /cut off/ });
});

test('a gzip stream with flipped bits is called damaged', async () => {
  const damaged = Buffer.from(gzipSync(RAW));
  damaged[damaged.length - 6] ^= 0xff;
  await assert.rejects(unpack({ kind: 'bytes', bytes: damaged }, never), { stage: 'gzip', message: /damaged/ });
});

test('a file that is not there, and a folder, are named with the reason', async () => {
  await assert.rejects(unpack({ kind: 'file', path: join(folder, 'gone') }, never), {
    reason: 'unreadable',
    message: /gone: there is no such file/,
  });
  await assert.rejects(unpack({ kind: 'file', path: folder }, never), { reason: 'unreadable', message: /it is a folder/ });
});

test('an aborted unpacking ends with the abort', async () => {
  await assert.rejects(unpack(await fileWith(gzipSync(RAW)), AbortSignal.abort()), { name: 'AbortError' });
});
