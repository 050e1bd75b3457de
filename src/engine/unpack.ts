import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ProfileError } from '../profile/errors';
import type { ProfileSource } from './queries';
import { EngineError } from './wire';

/** Unpacked bytes that Linecost accepts: pprof itself needs ten times as much memory as this. */
export const MAX_UNPACKED_BYTES = 2 * 1024 ** 3 - 1;

const MEBIBYTE = 1024 ** 2;

/**
 * The raw protobuf bytes of a profile, gzip or not.
 * Throws EngineError ('unreadable', 'tooLarge'), ProfileError (stage 'gzip') or an AbortError.
 */
export async function unpack(source: ProfileSource, signal: AbortSignal): Promise<Uint8Array> {
  const input = source.kind === 'file' ? await open(source.path) : Readable.from([source.bytes]);
  const packed = await readPieces(input, signal, source);
  if (!isGzip(packed)) return packed;
  const gunzip = createGunzip({ chunkSize: MEBIBYTE / 4 });
  Readable.from([packed]).pipe(gunzip);
  return readPieces(gunzip, signal, source);
}

async function open(path: string): Promise<Readable> {
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  if (size > MAX_UNPACKED_BYTES) throw tooLarge();
  return createReadStream(path, { highWaterMark: MEBIBYTE });
}

async function readPieces(stream: Readable, signal: AbortSignal, source: ProfileSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const abort = () => stream.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > MAX_UNPACKED_BYTES) throw tooLarge();
      pieces.push(piece);
    }
  } catch (error) {
    throw explain(error, source, length);
  } finally {
    signal.removeEventListener('abort', abort);
    stream.destroy();
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, length);
}

function explain(error: unknown, source: ProfileSource, unpacked: number): unknown {
  const { code } = error as { code?: unknown };
  // A DOMException has a number there.
  if (typeof code !== 'string') return error;
  if (code === 'Z_BUF_ERROR') {
    return new ProfileError('gzip', `The profile is cut off: its gzip stream ends after ${unpacked} unpacked bytes.`);
  }
  if (code.startsWith('Z_')) {
    return new ProfileError('gzip', `The profile's gzip stream is damaged after ${unpacked} unpacked bytes.`);
  }
  return code.startsWith('E') && source.kind === 'file' ? unreadable(source.path, error as Error) : error;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unreadable(path: string, error: NodeJS.ErrnoException): EngineError {
  const why = { ENOENT: 'there is no such file', EACCES: 'permission is denied', EISDIR: 'it is a folder' };
  return new EngineError('unreadable', `Cannot read ${path}: ${why[error.code as keyof typeof why] ?? error.message}.`);
}

function tooLarge(): EngineError {
  return new EngineError('tooLarge', 'The profile is larger than 2 GiB unpacked, which is more than Linecost reads.');
}
