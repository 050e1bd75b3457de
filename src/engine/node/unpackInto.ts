import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { expectedBytes, looksGzipped, type PieceSink } from '../../profile/common/gzip';
import { maxBytes, MemoryError } from '../../profile/common/guard';
import { FETCH_AGAIN, ProfileError } from '../../profile/errors';
import { plural } from '../../profile/text/counts';
import { unreadable } from '../failures';
import type { ProfileSource } from '../queries';

const MEBIBYTE = 1024 ** 2;
/** Measured: 5 % faster than 256 kB, and as fast as 2 MB. */
const PIECE_BYTES = MEBIBYTE;
/** Limit for the unpacked bytes that wait for the decoder. */
const MAX_WAITING_BYTES = 4 * MEBIBYTE;

/**
 * Unpacks a profile, gzip or not, piece by piece into a sink. The sink works while another thread unpacks the next
 * piece.
 *
 * `sinkFor` gets the expected number of bytes, or 0 if it is unknown. The number is only a hint, because a damaged file
 * may claim any size. Throws EngineError ('unreadable'), ProfileError (stage 'gzip'), MemoryError if the unpacked
 * profile exceeds the memory limit, the sink's errors, or an AbortError.
 */
export async function unpackInto<S extends PieceSink>(
  source: ProfileSource,
  sinkFor: (expectedBytes: number) => S,
  signal: AbortSignal,
): Promise<S> {
  signal.throwIfAborted();
  const input = source.kind === 'file' ? await openFile(source.path) : openBytes(source.bytes);
  const counted = { unpacked: 0 };
  try {
    const sink = sinkFor(input.expectedBytes);
    const gunzip = input.isGzip ? createGunzip({ chunkSize: PIECE_BYTES }) : undefined;
    if (gunzip) input.stream.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
    await pump(gunzip ?? input.stream, sink, counted, signal);
    if (gunzip) checkEnd(input.bytes - gunzip.bytesWritten);
    return sink;
  } catch (error) {
    throw readError(error, source, counted.unpacked);
  } finally {
    input.stream.destroy();
  }
}

interface Input {
  readonly stream: Readable;
  readonly bytes: number;
  readonly isGzip: boolean;
  readonly expectedBytes: number;
}

async function openFile(path: string): Promise<Input> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    const ends = Buffer.alloc(6);
    await file.read(ends, 0, 2, 0);
    await file.read(ends, 2, 4, Math.max(0, size - 4));
    const stream = file.createReadStream({ start: 0, highWaterMark: PIECE_BYTES });
    return { stream, bytes: size, ...formatOf(ends, size) };
  } catch (error) {
    await file?.close();
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

function openBytes(bytes: Uint8Array): Input {
  const ends = Buffer.concat([Buffer.alloc(2), Buffer.alloc(4)]);
  ends.set(bytes.subarray(0, 2));
  ends.set(bytes.subarray(-4), 2);
  return { stream: Readable.from([bytes]), bytes: bytes.length, ...formatOf(ends, bytes.length) };
}

/** @param ends the first two bytes and the last four, where gzip keeps the unpacked size (modulo 4 GiB) */
function formatOf(ends: Buffer, size: number): Pick<Input, 'isGzip' | 'expectedBytes'> {
  const isGzip = looksGzipped(ends);
  if (!isGzip) return { isGzip, expectedBytes: size };
  return { isGzip, expectedBytes: expectedBytes(ends.readUInt32LE(2), size) };
}

/** Node ignores zeros after the last gzip member; Go rejects them, like all other trailing bytes. */
function checkEnd(trailing: number): void {
  if (trailing <= 0) return;
  const size = `${trailing} ${plural('byte', trailing)}`;
  throw new ProfileError('gzip', `The profile is damaged: its gzip stream is followed by other data (${size}).`);
}

function pump(stream: Readable, sink: PieceSink, counted: { unpacked: number }, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    let isScheduled = false;
    let hasEnded = false;
    const limit = maxBytes();
    const stop = (error: unknown) => {
      signal.removeEventListener('abort', abort);
      waiting.length = 0;
      stream.destroy();
      reject(error);
    };
    const abort = () => stop(signal.reason);
    // The event loop turns between two pieces, so that unpacking continues and cancellation is noticed.
    const pushNext = () => {
      isScheduled = false;
      const piece = waiting.shift();
      if (piece) {
        waitingBytes -= piece.length;
        try {
          sink.push(piece);
        } catch (error) {
          return stop(error);
        }
      }
      if (waitingBytes < MAX_WAITING_BYTES) stream.resume();
      if (waiting.length > 0) schedule();
      else if (hasEnded) {
        signal.removeEventListener('abort', abort);
        resolve();
      }
    };
    const schedule = () => {
      if (!isScheduled) setImmediate(pushNext);
      isScheduled = true;
    };
    signal.addEventListener('abort', abort, { once: true });
    stream.on('error', stop);
    stream.on('end', () => {
      hasEnded = true;
      schedule();
    });
    stream.on('data', (piece: Uint8Array) => {
      counted.unpacked += piece.length;
      if (counted.unpacked > limit) return stop(new MemoryError(limit));
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= MAX_WAITING_BYTES) stream.pause();
      schedule();
    });
  });
}

function readError(error: unknown, source: ProfileSource, unpacked: number): unknown {
  const { code } = error as { code?: unknown };
  // The code of a DOMException is a number.
  if (typeof code !== 'string') return error;
  if (code === 'Z_BUF_ERROR') {
    const where = `its gzip stream ends after ${unpacked} unpacked bytes`;
    return new ProfileError('gzip', `The profile is cut off: ${where}. ${FETCH_AGAIN}`);
  }
  if (code.startsWith('Z_')) {
    return new ProfileError('gzip', `The profile's gzip stream is damaged after ${unpacked} unpacked bytes.`);
  }
  return code.startsWith('E') && source.kind === 'file' ? unreadable(source.path, error as Error) : error;
}
