const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', '"': '"',
};

/** Whether a token is a Go string literal. */
export function isStringLiteral(token = ''): boolean {
  return token.startsWith('"') || token.startsWith('`');
}

/** The value of a Go string literal. Bytes that are not UTF-8 become U+FFFD, as testing prints them. */
export function stringValue(literal: string): string {
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll('\r', '');
  const bytes: Uint8Array[] = [];
  const add = (text: string) => bytes.push(new TextEncoder().encode(text));
  for (const [part, code = '', simple] of literal.slice(1, -1).matchAll(PARTS)) {
    if (simple !== undefined) add(SIMPLE[simple] ?? simple);
    else if (code === '') add(part);
    else if (/^[uU]/.test(code)) add(runeText(parseInt(code.slice(1), 16)));
    else bytes.push(Uint8Array.of(code.startsWith('x') ? parseInt(code.slice(1), 16) : parseInt(code, 8)));
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(bytes));
}

/** An escape sequence, by its code or its character, or text without escapes. */
const PARTS = /\\(x[\da-fA-F]{2}|[0-7]{3}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|\\(.)|[^\\]+/gsu;

function runeText(rune: number): string {
  return rune <= 0x10ffff ? String.fromCodePoint(rune) : '\ufffd';
}

/**
 * A sub-benchmark's name as package testing prints it: spaces become underscores, and unprintable runes become escapes.
 * Source: rewrite in Go's testing/match.go.
 */
export function printedName(name: string): string {
  return [...name].map((rune) => (SPACE.test(rune) ? '_' : PRINTED.test(rune) ? rune : escapeRune(rune))).join('');
}

const SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;
const PRINTED = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

function escapeRune(rune: string): string {
  const code = rune.codePointAt(0)!;
  if (code === 7) return '\\a';
  if (code === 8) return '\\b';
  const hex = (digits: number) => code.toString(16).padStart(digits, '0');
  if (code < 0x20 || code === 0x7f) return `\\x${hex(2)}`;
  return code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}
