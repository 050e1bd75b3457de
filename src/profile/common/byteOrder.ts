import { mayBeEscape, utf8Bytes } from './utf8';

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/**
 * Compares strings as Go does: by UTF-8 bytes, so by code point. (JavaScript's `<` puts code points past U+FFFF before
 * U+E000.) Returns a negative number, 0 or a positive number.
 */
export function compareBytes(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  for (let i = 0; i < shorter; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a === b) continue;
    if (mayBeEscape(a) || mayBeEscape(b)) return compareUtf8(left, right);
    return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
}

/** Slower than compareBytes, for strings that may contain escaped bytes; see utf8Text. */
function compareUtf8(left: string, right: string): number {
  const [a, b] = [utf8Bytes(left), utf8Bytes(right)];
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
