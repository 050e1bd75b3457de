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
