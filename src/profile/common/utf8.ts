/**
 * The strings of a profile are bytes, as in Go: usually UTF-8, but not necessarily. A byte that is not part of a
 * character becomes the lone surrogate U+DC00 + byte (as in Python's "surrogateescape"), which valid UTF-8 never
 * decodes to. So names that differ only in such bytes stay different, and `utf8Bytes` restores the bytes. On screen,
 * each such byte appears as U+FFFD.
 */
const ESCAPE = 0xdc00;
const FIRST_ESCAPED = 0x80;
const LAST_ESCAPED = 0xff;
const REPLACEMENT = '\ufffd';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes UTF-8; bytes that are not UTF-8 become lone surrogates. */
export function utf8Text(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return text.includes(REPLACEMENT) ? escapedText(bytes) : text;
}

/** The bytes from which utf8Text made the text. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = encoder.encode(text);
  return /[\udc80-\udcff]/u.test(text) ? unescapedBytes(text) : bytes;
}

/** Whether a UTF-16 unit may be an escaped byte; also true of the second half of some characters past U+FFFF. */
function mayBeEscape(unit: number): boolean {
  return unit >= ESCAPE + FIRST_ESCAPED && unit <= ESCAPE + LAST_ESCAPED;
}

/** The text with U+FFFD instead of escaped bytes, for other programs. */
export function shownText(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, REPLACEMENT);
}

function escapedText(bytes: Uint8Array): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    if (at > from) parts.push(decoder.decode(bytes.subarray(from, at)));
    parts.push(String.fromCharCode(ESCAPE + bytes[at]));
    from = ++at;
  }
  if (bytes.length > from) parts.push(decoder.decode(bytes.subarray(from)));
  return parts.join('');
}

/** The length in bytes of the character at `at`; 0 if it is invalid UTF-8 (overlong forms, surrogates included). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  const second = bytes[at + 1];
  const minSecond = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const maxSecond = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < minSecond || second > maxSecond) return 0;
  for (let i = 2; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  return length;
}

function unescapedBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let used = 0;
  for (const character of text) {
    const unit = character.length === 1 ? character.charCodeAt(0) : 0;
    if (mayBeEscape(unit)) bytes[used++] = unit - ESCAPE;
    else used += encoder.encodeInto(character, bytes.subarray(used)).written;
  }
  return bytes.slice(0, used);
}

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
