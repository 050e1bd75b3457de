import { nextTurn } from '../../profile/common/tasks';

/** How much is copied before other events are handled. */
const PIECE = 2 ** 20;

/** The content in UTF-8, in memory that threads share if there is any, made in slices of a few milliseconds. */
export async function bytesOf(content: string | Uint8Array): Promise<SharedArrayBuffer | ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for (let at = 0; at < content.length;) {
    let end = Math.min(content.length, at + PIECE);
    // Half of a character has no code.
    if (typeof content === 'string' && isHighSurrogate(content.charCodeAt(end - 1))) end++;
    pieces.push(typeof content === 'string' ? encoder.encode(content.slice(at, end)) : content.subarray(at, end));
    at = end;
    await nextTurn();
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(length) : new SharedArrayBuffer(length);
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
    await nextTurn();
  }
  return bytes;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
