import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ProfileSource } from '../../../../src/engine/queries';
import { unpackInto } from '../../../../src/engine/node/unpackInto';

const RAW = Buffer.from('bytes to compress, not a profile '.repeat(100));
const neverAborted = new AbortController().signal;

/** The unpacked bytes, joined from their pieces. */
async function unpack(source: ProfileSource, signal: AbortSignal): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await unpackInto(source, () => ({ push: (piece) => pieces.push(piece) }), signal);
  return Buffer.concat(pieces);
}

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

test('a gzip file and an uncompressed file with the same content give the same bytes', async () => {
  assert.deepEqual(await unpack(await fileWith(gzipSync(RAW)), neverAborted), RAW);
  assert.deepEqual(await unpack(await fileWith(RAW), neverAborted), RAW);
});

test('consecutive gzip members are read as one profile, as in Go', async () => {
  const members = Buffer.concat([gzipSync(RAW.subarray(0, 500)), gzipSync(RAW.subarray(500))]);
  assert.deepEqual(await unpack({ kind: 'bytes', bytes: members }, neverAborted), RAW);
});

test('bytes after the gzip stream are refused, as in Go', async () => {
  const stream = gzipSync(RAW);
  for (const trailing of [[0], [0, 0, 0, 0], [0x1f], [0x1f, 0x8b], [...Buffer.from('garbage')]]) {
    const bytes = Buffer.concat([stream, Uint8Array.from(trailing)]);
    await assert.rejects(unpack({ kind: 'bytes', bytes }, neverAborted), { name: 'ProfileError', stage: 'gzip' }, String(trailing));
    await assert.rejects(unpack(await fileWith(bytes), neverAborted), { name: 'ProfileError', stage: 'gzip' }, String(trailing));
  }
});

test('the error for a gzip stream that ends early says "cut off", and what to do', async () => {
  const truncated = gzipSync(RAW).subarray(0, -9);
  await assert.rejects(unpack(await fileWith(truncated), neverAborted), { name: 'ProfileError', stage: 'gzip', message: /cut off.*Copy or fetch the file again\.$/ });
});

test('the error for a gzip stream with flipped bits says "damaged"', async () => {
  const damaged = Buffer.from(gzipSync(RAW));
  damaged[damaged.length - 6] ^= 0xff;
  await assert.rejects(unpack({ kind: 'bytes', bytes: damaged }, neverAborted), { stage: 'gzip', message: /damaged/ });
});

test('the error for a missing file or a folder says why it cannot be read', async () => {
  await assert.rejects(unpack({ kind: 'file', path: join(folder, 'gone') }, neverAborted), {
    reason: 'unreadable',
    message: /gone: there is no such file/,
  });
  await assert.rejects(unpack({ kind: 'file', path: folder }, neverAborted), { reason: 'unreadable', message: /it is a folder/ });
});

test('unpacking rejects with an AbortError when it is aborted', async () => {
  await assert.rejects(unpack(await fileWith(gzipSync(RAW)), AbortSignal.abort()), { name: 'AbortError' });
});

test('a large file is unpacked in pieces, and can be cancelled between them', async () => {
  const controller = new AbortController();
  const packed = await fileWith(gzipSync(Buffer.alloc(64 * 1024 ** 2)));
  let largest = 0;
  let pieces = 0;
  const sink = {
    push: (piece: Uint8Array) => {
      largest = Math.max(largest, piece.length);
      if (++pieces === 3) setImmediate(() => controller.abort());
    },
  };
  await assert.rejects(unpackInto(packed, () => sink, controller.signal), { name: 'AbortError' });
  assert.ok(largest <= 1024 ** 2 && pieces < 60, `${pieces} pieces of up to ${largest} bytes`);
});

test('no buffer is transferred, because V8 would then check each access to any typed array', async () => {
  const raw = Buffer.alloc(8 * 1024 ** 2);
  const pieces: Uint8Array[] = [];
  const sink = { push: (piece: Uint8Array) => void pieces.push(piece) };
  await unpackInto(await fileWith(gzipSync(raw)), () => sink, neverAborted);
  assert.ok(pieces.length > 4);
  assert.equal(pieces.reduce((sum, { length }) => sum + length, 0), raw.length);
  await unpackInto({ kind: 'bytes', bytes: raw }, () => sink, neverAborted);
  assert.equal(raw.length, 8 * 1024 ** 2);
});

test('unpacking rejects with the error of the sink', async () => {
  const sink = {
    push: () => {
      throw new RangeError('the sink is full');
    },
  };
  await assert.rejects(unpackInto(await fileWith(gzipSync(RAW)), () => sink, neverAborted), /the sink is full/);
});

test('the expected size is the one in the gzip trailer, limited by the highest compression ratio of gzip', async () => {
  const expected = async (bytes: Uint8Array) => {
    let expectedSize = -1;
    const sinkFor = (size: number) => {
      expectedSize = size;
      return { push: () => undefined };
    };
    await unpackInto({ kind: 'bytes', bytes }, sinkFor, neverAborted).catch(() => undefined);
    return expectedSize;
  };
  assert.equal(await expected(gzipSync(RAW)), RAW.length);
  const wrongSize = Buffer.from(gzipSync(RAW));
  wrongSize.writeUInt32LE(0xffffffff, wrongSize.length - 4);
  assert.equal(await expected(wrongSize), wrongSize.length * 1032);
});
