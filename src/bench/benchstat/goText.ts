/** Characters as Go's packages unicode and utf8 see them. Texts are those of `profile/work/utf8`. */

/** unicode.IsSpace; JavaScript's \s has U+FEFF too, and lacks U+0085. */
export function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 9 && unit <= 13);
  if (unit < 0x2000) return unit === 0x85 || unit === 0xa0 || unit === 0x1680;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

/** The number of characters, in Unicode code points. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) >= 0xdc00 && text.codePointAt(i - 1)! > 0xffff) count--;
  return count;
}

/** `%*s` of Go: spaces before the text, or after it for a negative width. */
export function padded(text: string, width: number): string {
  const spaces = ' '.repeat(Math.max(0, Math.abs(width) - characterCount(text)));
  return width < 0 ? text + spaces : spaces + text;
}

/** Text in double quotes, as strconv.Quote writes it. */
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
