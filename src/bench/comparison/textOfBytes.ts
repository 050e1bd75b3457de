/** A file that is not text. The message continues a sentence that begins with its name: `is a zip archive: …`. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell writes the output of a program.
 * @throws NotTextError
 */
export function textOfBytes(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) throw new NotTextError('is compressed: unpack it first');
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) throw new NotTextError('is a zip archive: unpack it first');
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, CHECKED_BYTES).includes(0)) throw new NotTextError('is not a text file');
  return new TextDecoder().decode(bytes);
}

const CHECKED_BYTES = 4096;
