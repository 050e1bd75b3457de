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
 * The text of bytes in UTF-8, or in UTF-16 with a byte order mark, as Windows PowerShell writes it.
 * @throws NotTextError
 */
export function decodedText(bytes: Uint8Array): string {
  if (!isText(bytes)) throw new NotTextError('is not a text file');
  return new TextDecoder(utf16Of(bytes)).decode(bytes);
}

export function isText(bytes: Uint8Array): boolean {
  return utf16Of(bytes) !== undefined || !bytes.subarray(0, CHECKED_BYTES).includes(0);
}

/** The encoding that a byte order mark of UTF-16 tells. */
function utf16Of([a, b]: Uint8Array): string | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}
