import { expectedBytes, looksGzipped, type PieceSink } from '../../profile/common/gzip';
import { maxBytes, MemoryError, suspended } from '../../profile/common/guard';
import { FETCH_AGAIN, ProfileError } from '../../profile/errors';
import { nextTurn } from '../../profile/common/tasks';

const PIECE_BYTES = 1024 ** 2 / 4;

/**
 * Unpacks a profile, gzip or not, piece by piece into a sink. The event loop turns between two pieces.
 *
 * `sinkFor` gets the expected number of bytes, which is only a hint. Browsers unpack only the first member of a gzip
 * stream, and do not tell whether a stream is damaged or followed by other data. Throws ProfileError (stage 'gzip'),
 * MemoryError if the unpacked profile exceeds the memory limit, the sink's errors, or an AbortError.
 */
export async function unpackBytes<S extends PieceSink>(
  bytes: Uint8Array,
  sinkFor: (expectedBytes: number) => S,
  signal: AbortSignal,
): Promise<S> {
  signal.throwIfAborted();
  const isGzip = looksGzipped(bytes);
  const sink = sinkFor(isGzip ? unpackedSize(bytes) : bytes.length);
  let unpacked = 0;
  for await (const piece of isGzip ? gunzip(bytes, () => unpacked) : slices(bytes)) {
    unpacked += piece.length;
    if (unpacked > maxBytes()) throw new MemoryError(maxBytes());
    sink.push(piece);
    await nextTurn();
    signal.throwIfAborted();
  }
  return sink;
}

/** The size that gzip keeps in the last four bytes (modulo 4 GiB). */
function unpackedSize(bytes: Uint8Array): number {
  const end = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const claimed = bytes.length < 4 ? 0 : end.getUint32(bytes.length - 4, true);
  return expectedBytes(claimed, bytes.length);
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** @param unpacked the number of bytes unpacked so far, for the error */
async function* gunzip(bytes: Uint8Array, unpacked: () => number): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('gzip');
  const written = write(bytes, stream.writable as WritableStream<Uint8Array>);
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  try {
    for (let piece = await read(reader); piece; piece = await read(reader)) yield piece;
    const problem = await suspended(() => written);
    if (problem === 'cut off') {
      const where = `its gzip stream ends after ${unpacked()} unpacked bytes`;
      throw new ProfileError('gzip', `The profile is cut off: ${where}. ${FETCH_AGAIN}`);
    }
    if (problem) {
      const where = `after ${unpacked()} unpacked bytes`;
      throw new ProfileError('gzip', `The profile's gzip stream is damaged ${where}, or other data follows it.`);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The next piece; undefined at the end, and after an error, which `write` returns. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  return suspended(() => reader.read().then(({ value }) => value, () => undefined));
}

/** Never rejects. A stream that accepts all bytes, but not their end, is cut off. */
async function write(bytes: Uint8Array, stream: WritableStream<Uint8Array>): Promise<'damaged' | 'cut off' | undefined> {
  const writer = stream.getWriter();
  // After an error, `closed` rejects too; `write` and `close` already report the error.
  writer.closed.catch(() => undefined);
  try {
    for (const slice of slices(bytes)) await writer.write(slice);
  } catch {
    return 'damaged';
  }
  return writer.close().then(() => undefined, () => 'cut off');
}
