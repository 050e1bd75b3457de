import { mayBeEscape, utf8Bytes } from './utf8';

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/**
 * Compares as Go compares strings: by UTF-8 bytes, which is by code point. (JavaScript's `<` puts the surrogates of a
 * code point past U+FFFF before U+E000.) Negative, 0 or positive.
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

/** Where a unit may stand for a byte that is no UTF-8. */
function compareUtf8(left: string, right: string): number {
  const [a, b] = [utf8Bytes(left), utf8Bytes(right)];
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
