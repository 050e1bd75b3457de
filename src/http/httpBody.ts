import type { IncomingMessage } from 'node:http';
import { addAbortSignal, pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { CaptureError } from '../common/captureError';
import { looksGzipped } from '../profile/common/gzip';
import {
  closedFailure,
  connectionFailure,
  damagedEncoding,
  tooLargeFailure,
  type Trail,
  unknownEncoding,
  unpackedSizeFailure,
} from './httpFailure';

/** Limit for the body of an error response. */
export const MAX_ERROR_BYTES = 64 << 10;
const PIECE_BYTES = 256 << 10;
/** Bytes between two turns of the event loop; copying them takes about a millisecond. */
const SLICE_BYTES = 4 << 20;

interface Limits {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

interface WholeLimits extends Limits {
  readonly maxUnpackedBytes: number;
  readonly onBytes?: (received: number) => void;
}

type AnyLimits = Limits & Partial<WholeLimits>;

type Pieces = AsyncIterable<Uint8Array>;

/** The whole body, decoded from its Content-Encoding. Throws CaptureError, or the signal's reason on abort. */
export async function wholeBody(response: IncomingMessage, limits: WholeLimits, trail: Trail): Promise<Uint8Array> {
  const { signal, maxBytes } = limits;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of contentOf(response, trail, limits)) {
    length += piece.length;
    if (length > maxBytes) throw tooLargeFailure(trail, maxBytes);
    pieces.push(piece);
  }
  const body = await joinPieces(pieces, length, signal);
  const { headers } = response;
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // The end of the connection ends a response without a length; only the content shows whether all of it arrived.
  if (!isFramed && looksGzipped(body)) await checkIsWhole(body, trail, limits);
  return body;
}

/** The beginning of a body, up to the limit or the first error. */
export async function beginningOf(content: Pieces): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of content) {
      pieces.push(piece);
      length += piece.length;
      if (length >= MAX_ERROR_BYTES) break;
    }
  } catch {
    // Return what was received before.
  }
  return Buffer.concat(pieces).subarray(0, MAX_ERROR_BYTES);
}

/**
 * The body as a stream, decoded from its Content-Encoding, which a proxy may have added. Throws CaptureError, or the
 * signal's reason on abort.
 */
export async function* contentOf(response: IncomingMessage, trail: Trail, limits: AnyLimits): Pieces {
  const { signal } = limits;
  const received = receivedOf(response, trail, limits)[Symbol.asyncIterator]();
  const first = await beginning(received);
  const rest = async function* (): Pieces {
    yield first;
    yield* { [Symbol.asyncIterator]: () => received };
  };
  const encoding = encodingOf(response);
  const decoder = decoderFor(encoding, first, trail.url);
  if (decoder === undefined) {
    yield* rest();
    return;
  }
  addAbortSignal(signal, decoder);
  try {
    yield* pipeline(rest, decoder, () => undefined) as Pieces;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CaptureError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') throw closedFailure(trail);
    throw damagedEncoding(trail.url, encoding);
  }
}

async function* receivedOf(response: IncomingMessage, trail: Trail, limits: AnyLimits): Pieces {
  const { signal, maxBytes, onBytes } = limits;
  const onAbort = (): void => void response.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    for await (const piece of response as AsyncIterable<Buffer>) {
      trail.received += piece.length;
      if (trail.received > maxBytes) throw tooLargeFailure(trail, maxBytes);
      onBytes?.(trail.received);
      yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CaptureError ? error : connectionFailure(error, trail);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The first bytes, at least two unless the body is shorter: the first two bytes show whether it is gzip. */
async function beginning(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first: Uint8Array = new Uint8Array();
  while (first.length < 2) {
    const { done, value } = await pieces.next();
    if (done) break;
    first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  return first;
}

function encodingOf({ headers }: IncomingMessage): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === 'identity' ? '' : encoding.replace(/^x-gzip$/, 'gzip');
}

/**
 * The decoder for an encoding; undefined if the content is not encoded, even if the header says gzip. Throws
 * CaptureError for an encoding that Linecost cannot read.
 */
function decoderFor(encoding: string, first: Uint8Array, url: URL): Transform | undefined {
  const options = { chunkSize: PIECE_BYTES };
  if (encoding === '' || first.length === 0) return undefined;
  if (encoding === 'gzip') return looksGzipped(first) ? createGunzip(options) : undefined;
  if (encoding === 'br') return createBrotliDecompress(options);
  // Some servers send a raw deflate stream, without the zlib header that "deflate" implies.
  if (encoding === 'deflate') return isZlib(first) ? createInflate(options) : createInflateRaw(options);
  throw unknownEncoding(url, encoding);
}

function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Joins all pieces, in slices, so that the event loop is not blocked. Empties the list. */
async function joinPieces(pieces: Uint8Array[], length: number, signal: AbortSignal): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafe(length);
  let offset = 0;
  let copied = 0;
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    whole.set(piece, offset);
    offset += piece.length;
    copied += piece.length;
    if (copied < SLICE_BYTES) continue;
    copied = 0;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  return whole;
}

/**
 * Rejects if the end of a gzip body is missing, or the body unpacks to more than the limit. Unpacks the body in zlib's
 * thread, piece by piece, to find out. Other errors in the body are left to its reader.
 */
function checkIsWhole(bytes: Uint8Array, trail: Trail, { signal, maxUnpackedBytes }: WholeLimits): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = createGunzip({ chunkSize: PIECE_BYTES });
    let unpacked = 0;
    stream.on('data', (piece: Uint8Array) => {
      unpacked += piece.length;
      if (unpacked > maxUnpackedBytes) stream.destroy(unpackedSizeFailure(trail.url, maxUnpackedBytes));
    });
    stream.on('end', () => resolve());
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason);
      else if (error instanceof CaptureError) reject(error);
      else if (error.code === 'Z_BUF_ERROR') reject(closedFailure({ ...trail, received: bytes.length }));
      else resolve();
    });
    addAbortSignal(signal, stream);
    stream.end(bytes);
  });
}
