import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { unpackBytes } from '../../../../src/engine/browser/unpackBytes';
import { guarded } from '../../../../src/profile/common/guard';
import { roomFor } from '../../../shared/roomFor';

const RAW = Buffer.from('not really a profile, but bytes '.repeat(100_000));
const neverAborted = new AbortController().signal;

async function unpack(bytes: Uint8Array, signal = neverAborted): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await unpackBytes(bytes, () => ({ push: (piece) => pieces.push(piece) }), signal);
  return Buffer.concat(pieces);
}

test('gzip bytes and uncompressed bytes with the same content give the same bytes', async () => {
  assert.deepEqual(await unpack(gzipSync(RAW)), RAW);
  assert.deepEqual(await unpack(RAW), RAW);
  assert.deepEqual(await unpack(new Uint8Array()), Buffer.alloc(0));
});

test('the error for a gzip stream that ends early says "cut off", and what to do', async () => {
  for (const missing of [1, 9, 1000]) {
    await assert.rejects(unpack(gzipSync(RAW).subarray(0, -missing)), { stage: 'gzip', message: /cut off.*Copy or fetch the file again\.$/ }, `${missing}`);
  }
});

test('unpacked bytes over the memory limit are refused, although the packed bytes are few', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2));
  await assert.rejects(guarded(roomFor(1024 ** 2), () => unpack(bomb)), { name: 'MemoryError' });
});

test('unpacking can be cancelled between two pieces', async () => {
  const controller = new AbortController();
  let pieces = 0;
  const sink = { push: () => void (++pieces === 3 && controller.abort()) };
  await assert.rejects(unpackBytes(gzipSync(RAW), () => sink, controller.signal), { name: 'AbortError' });
  assert.equal(pieces, 3);
});
