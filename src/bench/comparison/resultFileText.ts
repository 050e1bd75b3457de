import { gunzipSync } from 'node:zlib';
import { type ZipFile, zipFiles } from './zipFiles';

/**
 * A file from which no text can be read. The message continues a sentence that begins with the file's name: `is a zip
 * archive …`.
 */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** Limit for the unpacked size of a gzipped file or a zip archive, in bytes. */
const MAX_UNPACKED = 256 << 20;
/** Limit for the number of file names in a message. */
const MAX_NAMED = 3;
/** How many bytes at the start of a file are searched for a zero byte, which text does not contain. */
const CHECKED_BYTES = 4096;

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, as Windows PowerShell writes it. The file may be
 * gzipped, or be a zip archive with one file of results, as CI systems deliver artifacts.
 * @throws NotTextError
 */
export function resultFileText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return textOfPlain(gunzipped(bytes));
  return a === 0x50 && b === 0x4b && c === 3 && d === 4 ? textInZip(bytes) : textOfPlain(bytes);
}

function textOfPlain(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, CHECKED_BYTES).includes(0)) throw new NotTextError('is not a text file');
  return new TextDecoder().decode(bytes);
}

function gunzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch {
    throw new NotTextError('is compressed, and cannot be unpacked here: unpack it first');
  }
}

function textInZip(archive: Uint8Array): string {
  const matches = filesWithResults(archive);
  if (matches.length === 1) return matches[0].text;
  if (matches.length === 0) throw new NotTextError('is a zip archive without benchmark results');
  const names = matches.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = matches.length > MAX_NAMED ? ', …' : '';
  const which = `${matches.length} files (${names.join(', ')}${more})`;
  throw new NotTextError(`is a zip archive with benchmark results in ${which}: unpack the archive and add its files`);
}

function filesWithResults(archive: Uint8Array): { readonly name: string; readonly text: string }[] {
  let remaining = MAX_UNPACKED;
  const textOf = ({ unpack }: ZipFile): string => {
    const bytes = unpack(remaining);
    remaining -= bytes.length;
    const isText = bytes[0] >= 0xfe || !bytes.subarray(0, CHECKED_BYTES).includes(0);
    return isText ? textOfPlain(bytes) : '';
  };
  try {
    const all = zipFiles(archive).map((file) => ({ name: file.name, text: textOf(file) }));
    return all.filter(({ text }) => HAS_RESULTS.test(text));
  } catch {
    throw new NotTextError('is a zip archive that cannot be unpacked here: unpack it first');
  }
}

/** A line of a benchmark, also in the output of `go test -json`. */
const HAS_RESULTS = /^Benchmark\S*[ \t]|"Output":"Benchmark/m;
