import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ProfileSource } from '../../../src/engine/queries';
import { unpackInto } from '../../../src/engine/unpack';

const RAW = Buffer.from('not really a profile, but bytes '.repeat(100));
const never = new AbortController().signal;

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
  assert.deepEqual(await unpack(await fileWith(gzipSync(RAW)), never), RAW);
  assert.deepEqual(await unpack(await fileWith(RAW), never), RAW);
});

test('consecutive gzip members are one profile, as in Go', async () => {
  const members = Buffer.concat([gzipSync(RAW.subarray(0, 500)), gzipSync(RAW.subarray(500))]);
  assert.deepEqual(await unpack({ kind: 'bytes', bytes: members }, never), RAW);
});

test('bytes after the gzip stream are refused, as in Go', async () => {
  const whole = gzipSync(RAW);
  for (const rest of [[0], [0, 0, 0, 0], [0x1f], [0x1f, 0x8b], [...Buffer.from('garbage')]]) {
    const bytes = Buffer.concat([whole, Uint8Array.from(rest)]);
    await assert.rejects(unpack({ kind: 'bytes', bytes }, never), { name: 'ProfileError', stage: 'gzip' }, String(rest));
    await assert.rejects(unpack(await fileWith(bytes), never), { name: 'ProfileError', stage: 'gzip' }, String(rest));
  }
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

test('the error for a missing file or a folder says why it cannot be read', async () => {
  await assert.rejects(unpack({ kind: 'file', path: join(folder, 'gone') }, never), {
    reason: 'unreadable',
    message: /gone: there is no such file/,
  });
  await assert.rejects(unpack({ kind: 'file', path: folder }, never), { reason: 'unreadable', message: /it is a folder/ });
});

test('an aborted unpacking rejects with an AbortError', async () => {
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

test('the memory of unpacked pieces is freed after use, that of the given bytes is not', async () => {
  const raw = Buffer.alloc(3 * 1024 ** 2);
  const pieces: Uint8Array[] = [];
  const sink = { push: (piece: Uint8Array) => void pieces.push(piece) };
  await unpackInto(await fileWith(gzipSync(raw)), () => sink, never);
  const left = pieces.reduce((sum, { length }) => sum + length, 0);
  assert.ok(pieces.length > 4 && left < 1024 ** 2, `${left} bytes in ${pieces.length} pieces`);
  await unpackInto({ kind: 'bytes', bytes: raw }, () => sink, never);
  assert.equal(raw.length, 3 * 1024 ** 2);
});

test('unpacking rejects with the error of the sink', async () => {
  const sink = {
    push: () => {
      throw new RangeError('enough');
    },
  };
  await assert.rejects(unpackInto(await fileWith(gzipSync(RAW)), () => sink, never), /enough/);
});

test('the expected size comes from the file, limited by the highest compression ratio of gzip', async () => {
  const expected = async (bytes: Uint8Array) => {
    let seen = -1;
    const sinkFor = (size: number) => {
      seen = size;
      return { push: () => undefined };
    };
    await unpackInto({ kind: 'bytes', bytes }, sinkFor, never).catch(() => undefined);
    return seen;
  };
  assert.equal(await expected(gzipSync(RAW)), RAW.length);
  const liar = Buffer.from(gzipSync(RAW));
  liar.writeUInt32LE(0xffffffff, liar.length - 4);
  assert.equal(await expected(liar), liar.length * 1032);
});
