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
export function decodedText(bytes: Uint8Array): string {
  if (!isText(bytes)) throw new NotTextError('is not a text file');
  return new TextDecoder(utf16Of(bytes)).decode(bytes);
}

export function isText(bytes: Uint8Array): boolean {
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
