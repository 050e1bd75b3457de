import { promisify } from 'node:util';
import { createGunzip, gunzip, type ZlibOptions } from 'node:zlib';
import { looksGzipped } from '../profile/common/gzip';
import { type OutlineOptions, OutlineReader, type ProfileOutline } from './outlineReader';

const PIECE_BYTES = 256 << 10;
/** Packed. */
const SMALL_BYTES = 64 << 10;

interface OutlineLimits extends OutlineOptions {
  readonly signal: AbortSignal;
  readonly maxUnpackedBytes: number;
}

/**
 * Reads what a profile says of itself, without decoding it: unpacks it in zlib's thread, piece by piece, so that memory
 * stays flat. Throws an Error whose message ends the sentence `the file …` if the bytes are no whole profile, or the
 * signal's reason on abort.
 * @param bytes pprof; gzipped or not
 */
export async function profileOutline(bytes: Uint8Array, limits: OutlineLimits): Promise<ProfileOutline> {
  if (bytes.length === 0 && !limits.mayBeEmpty) throw new Error('is empty');
  const reader = new OutlineReader(limits);
  if (looksGzipped(bytes)) await unpackInto(reader, bytes, limits);
  else await pushSlices(reader, bytes, limits.signal);
  return reader.finish();
}

async function pushSlices(reader: OutlineReader, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    reader.push(bytes.subarray(at, at + PIECE_BYTES));
    if (at + PIECE_BYTES < bytes.length) await new Promise(setImmediate);
    signal.throwIfAborted();
  }
}

async function unpackInto(reader: OutlineReader, bytes: Uint8Array, limits: OutlineLimits): Promise<void> {
  const { signal, maxUnpackedBytes } = limits;
  signal.throwIfAborted();
  const small = await smallUnpacked(bytes, maxUnpackedBytes);
  if (small) return reader.push(small);
  const stream = createGunzip({ chunkSize: PIECE_BYTES });
  const onAbort = (): void => void stream.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  let unpacked = 0;
  try {
    stream.end(bytes);
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      unpacked += piece.length;
      if (unpacked > maxUnpackedBytes) throw new Error(`unpacks to more than ${maxUnpackedBytes >> 20} MB`);
      reader.push(piece);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw zlibError(error as NodeJS.ErrnoException);
  } finally {
    signal.removeEventListener('abort', onAbort);
    stream.destroy();
  }
}

/** The unpacked bytes if they are few: at once, which takes less time than a stream. Else undefined. */
async function smallUnpacked(bytes: Uint8Array, maxUnpackedBytes: number): Promise<Uint8Array | undefined> {
  if (bytes.length > SMALL_BYTES) return undefined;
  const options = { maxOutputLength: Math.min(PIECE_BYTES, maxUnpackedBytes) };
  // What fails is told by the stream.
  return promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)(bytes, options).catch(() => undefined);
}

function zlibError(error: NodeJS.ErrnoException): Error {
  if (error.code === 'Z_BUF_ERROR') return new Error('is cut off');
  return error.code?.startsWith('Z_') ? new Error('is damaged: it cannot be unpacked') : error;
}
