import { gunzipSync } from 'node:zlib';
import { looksGzipped } from '../../profile/common/gzip';
import { MAX_UNPACKED_BYTES } from './answers';
import { type ZipFile, zipFiles } from './zipFiles';

/**
 * The text of a file. The file may be gzipped, or be a zip archive with one file of results, as CI systems deliver
 * artifacts.
 * @throws NotTextError
 */
export function resultFileText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (looksGzipped(bytes)) return decodedText(gunzipped(bytes));
  return a === 0x50 && b === 0x4b && c === 3 && d === 4 ? resultsInZip(bytes, MAX_UNPACKED_BYTES) : decodedText(bytes);
}

function gunzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    throw new NotTextError(problemOf((cause as NodeJS.ErrnoException).code));
  }
}

/** @param code the error code of zlib */
function problemOf(code: string | undefined): string {
  if (code === 'Z_BUF_ERROR') return 'is cut off: its compressed data ends early';
  if (code === 'ERR_BUFFER_TOO_LARGE') return `is larger than ${MAX_UNPACKED_BYTES >> 20} MB once unpacked, too large to compare`;
  return 'is a damaged gzip file';
}

/** Limit for the number of file names in a message. */
const MAX_NAMED = 3;

/**
 * The text of the only file with results in a zip archive.
 * @param maxUnpacked limit for the unpacked size of all files, in bytes
 * @throws NotTextError if no file has results, or several have
 */
function resultsInZip(archive: Uint8Array, maxUnpacked: number): string {
  const matches = filesWithResults(archive, maxUnpacked);
  if (matches.length === 1) return matches[0].text;
  if (matches.length === 0) throw new NotTextError('is a zip archive without benchmark results');
  const names = matches.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = matches.length > MAX_NAMED ? ', …' : '';
  const which = `${matches.length} files (${names.join(', ')}${more})`;
  throw new NotTextError(`is a zip archive with benchmark results in ${which}: unpack the archive and add its files`);
}

interface ResultFile {
  readonly name: string;
  readonly text: string;
}

function filesWithResults(archive: Uint8Array, maxUnpacked: number): ResultFile[] {
  let remaining = maxUnpacked;
  const textOf = ({ unpack }: ZipFile): string => {
    const bytes = unpack(remaining);
    remaining -= bytes.length;
    return isText(bytes) ? decodedText(bytes) : '';
  };
  try {
    const all = zipFiles(archive).map((file) => ({ name: file.name, text: textOf(file) }));
    return all.filter(({ text }) => HAS_RESULTS.test(text));
  } catch {
    throw new NotTextError('is a zip archive that is damaged, or that only another program can unpack: unpack it and add its files');
  }
}

/** A line of a benchmark, also in the output of `go test -json` and in a log with prefixes or colors. */
const HAS_RESULTS = /^Benchmark\S*[ \t]|"Output":"Benchmark|[\s|>\])m]Benchmark\S*[ \t]+\d+[ \t]+[\d.]+ \S/m;

/**
 * A file from which no text can be read. The message continues a sentence that begins with the file's name: `is a zip
 * archive …`.
 */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** How many bytes at the start of a file are searched for a zero byte, which text does not contain. */
const CHECKED_BYTES = 4096;

/**
 * The text of bytes in UTF-8, or in UTF-16, as Windows PowerShell writes it, with or without a byte order mark.
 * @throws NotTextError
 */
function decodedText(bytes: Uint8Array): string {
  if (!isText(bytes)) throw new NotTextError('is not a text file');
  return new TextDecoder(utf16Of(bytes)).decode(bytes);
}

function isText(bytes: Uint8Array): boolean {
  return utf16Of(bytes) !== undefined || !bytes.subarray(0, CHECKED_BYTES).includes(0);
}

/** The encoding that a byte order mark of UTF-16 tells or, without one, the zero bytes of most characters. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, CHECKED_BYTES & ~1);
  const zeros = [0, 0];
  start.forEach((byte, at) => (zeros[at % 2] += byte === 0 ? 1 : 0));
  const [even, odd] = zeros;
  // Results are ASCII, apart from some names.
  const enough = (MIN_ZEROS * start.length) / 2;
  if (start.length === 0 || bytes.length % 2 === 1) return undefined;
  if (even === 0 && odd >= enough) return 'utf-16le';
  return odd === 0 && even >= enough ? 'utf-16be' : undefined;
}

/** The part of the characters of a text in UTF-16 that have a zero byte. */
const MIN_ZEROS = 0.7;
