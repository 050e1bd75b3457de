import { gunzipSync } from 'node:zlib';
import { decodedText, NotTextError } from './decodedText';
import { resultsInZip } from './resultsInZip';
import { MAX_UNPACKED_BYTES } from './resultSizeLimits';

/**
 * The text of a file. The file may be gzipped, or be a zip archive with one file of results, as CI systems deliver
 * artifacts.
 * @throws NotTextError
 */
export function resultFileText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return decodedText(gunzipped(bytes));
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
