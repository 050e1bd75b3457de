/**
 * Functions of Go's packages unicode, utf8, fmt and strconv for JavaScript strings. In these strings, each invalid
 * UTF-8 byte is a lone surrogate: see `profile/common/utf8`.
 */

/** Like unicode.IsSpace. JavaScript's \s also matches U+FEFF, but not U+0085. */
export function isSpace(codeUnit: number): boolean {
  if (codeUnit < 0x80) return codeUnit === 0x20 || (codeUnit >= 9 && codeUnit <= 13);
  if (codeUnit < 0x2000) return codeUnit === 0x85 || codeUnit === 0xa0 || codeUnit === 0x1680;
  if (codeUnit <= 0x200a || codeUnit === 0x202f || codeUnit === 0x205f || codeUnit === 0x3000) return true;
  return codeUnit === 0x2028 || codeUnit === 0x2029;
}

export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

/** The number of Unicode code points. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) >= 0xdc00 && text.codePointAt(i - 1)! > 0xffff) count--;
  return count;
}

/** Like strconv.Quote, except for invalid UTF-8. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escapeOf)}"`;
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"', '\\': '\\\\', '\x07': '\\a', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v',
};

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = (digits: number) => code.toString(16).padStart(digits, '0');
  const numbered = code < 0x80 ? `\\x${hex(2)}` : code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`;
  return NAMED_ESCAPES[character] ?? numbered;
}
