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

/** Why strconv rejects a text: the messages of ErrSyntax and ErrRange. */
export type NumberFailure = 'invalid syntax' | 'value out of range';

const DIGITS = String.raw`\d+(?:_\d+)*`;
const HEX_DIGITS = '[0-9a-f]+(?:_[0-9a-f]+)*';
const DECIMAL = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, 'i');
const HEXADECIMAL = new RegExp(
  `^([+-]?)0x(?:_?(${HEX_DIGITS})(?:\\.(${HEX_DIGITS})?)?|\\.(${HEX_DIGITS}))p([+-]?${DIGITS})$`, 'i');
const SPECIAL = /^(?:nan|([+-]?)inf(?:inity)?)$/i;

/** Parses a text as strconv.ParseFloat does: decimal, hexadecimal (`0x1p-3`), `1_000`, `NaN`, `-Inf`. */
export function readFloat(text: string): number | NumberFailure {
  if (DECIMAL.test(text)) return inRange(Number(text.replaceAll('_', '')));
  const special = SPECIAL.exec(text);
  if (special !== null) return special[1] === undefined ? NaN : special[1] === '-' ? -Infinity : Infinity;
  const hexadecimal = HEXADECIMAL.exec(text);
  return hexadecimal === null ? 'invalid syntax' : readHexadecimal(hexadecimal);
}

function readHexadecimal(match: RegExpExecArray): number | NumberFailure {
  const [, sign, whole = '', fraction = '', bareFraction = '', exponent] = match;
  const fractionDigits = (fraction + bareFraction).replaceAll('_', '');
  const mantissa = BigInt(`0x${whole.replaceAll('_', '')}${fractionDigits}`);
  if (mantissa === 0n) return sign === '-' ? -0 : 0;
  const bitLength = mantissa.toString(2).length;
  const power = Number(exponent.replaceAll('_', '')) - 4 * fractionDigits.length;
  if (power + bitLength > 1025) return 'value out of range';
  if (power + bitLength < -1100) return sign === '-' ? -0 : 0;
  // Number() rounds to 53 bits. Scaling by powers of two is then exact, except for subnormal results.
  const scaled = Number(mantissa) * 2 ** -Math.min(bitLength, 1000);
  const remainingExponent = power + Math.min(bitLength, 1000);
  const half = Math.trunc(remainingExponent / 2);
  const value = scaled * 2 ** half * 2 ** (remainingExponent - half);
  return inRange(sign === '-' ? -value : value);
}

function inRange(value: number): number | NumberFailure {
  return Number.isFinite(value) ? value : 'value out of range';
}

const MAX_INT64 = 2n ** 63n - 1n;

/** The error of strconv.Atoi for a text; undefined if the text is an int64. */
export function wholeNumberFailure(text: string): NumberFailure | undefined {
  const isNegative = text.startsWith('-');
  const digits = isNegative || text.startsWith('+') ? text.slice(1) : text;
  const [valid] = /^\d*/.exec(digits) as unknown as [string];
  const significant = valid.replace(/^0+/, '');
  const isHuge = significant.length > 20 || BigInt(significant || 0) > 2n ** 64n - 1n;
  // Go parses digits from left to right, so a range error can precede a syntax error.
  if (isHuge) return 'value out of range';
  if (valid === '' || valid.length < digits.length) return 'invalid syntax';
  return BigInt(significant || 0) > MAX_INT64 + (isNegative ? 1n : 0n) ? 'value out of range' : undefined;
}
