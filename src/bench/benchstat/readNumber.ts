/** Go's error for a text that is not a number. */
export type NumberFailure = 'invalid syntax' | 'value out of range';

const DIGITS = String.raw`\d+(?:_\d+)*`;
const HEX_DIGITS = '[0-9a-f]+(?:_[0-9a-f]+)*';
const DECIMAL = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, 'i');
const HEXADECIMAL = new RegExp(
  `^([+-]?)0x(?:_?(${HEX_DIGITS})(?:\\.(${HEX_DIGITS})?)?|\\.(${HEX_DIGITS}))p([+-]?${DIGITS})$`, 'i');
const SPECIAL = /^(?:nan|([+-]?)inf(?:inity)?)$/i;

/** A number as strconv.ParseFloat reads it: decimal, hexadecimal (`0x1p-3`), `1_000`, `NaN`, `-Inf`. */
export function readFloat(text: string): number | NumberFailure {
  if (DECIMAL.test(text)) return inRange(Number(text.replaceAll('_', '')));
  const special = SPECIAL.exec(text);
  if (special !== null) return special[1] === undefined ? NaN : special[1] === '-' ? -Infinity : Infinity;
  const hexadecimal = HEXADECIMAL.exec(text);
  return hexadecimal === null ? 'invalid syntax' : readHexadecimal(hexadecimal);
}

function readHexadecimal([, sign, whole = '', after = '', onlyAfter = '', exponent]: RegExpExecArray): number | NumberFailure {
  const fraction = (after + onlyAfter).replaceAll('_', '');
  const mantissa = BigInt(`0x${whole.replaceAll('_', '')}${fraction}`);
  if (mantissa === 0n) return sign === '-' ? -0 : 0;
  const size = mantissa.toString(2).length;
  const power = Number(exponent.replaceAll('_', '')) - 4 * fraction.length;
  if (power + size > 1025) return 'value out of range';
  if (power + size < -1100) return sign === '-' ? -0 : 0;
  // Number() rounds to the nearest 53 bits; multiplying by powers of two then changes no digits.
  const shortened = Number(mantissa) * 2 ** -Math.min(size, 1000);
  const lifted = power + Math.min(size, 1000);
  const value = shortened * 2 ** Math.trunc(lifted / 2) * 2 ** (lifted - Math.trunc(lifted / 2));
  return inRange(sign === '-' ? -value : value);
}

function inRange(value: number): number | NumberFailure {
  return Number.isFinite(value) ? value : 'value out of range';
}

const LARGEST = 2n ** 63n - 1n;

/** Checks a whole number as strconv.Atoi reads it. */
export function wholeNumberFailure(text: string): NumberFailure | undefined {
  const isNegative = text.startsWith('-');
  const digits = isNegative || text.startsWith('+') ? text.slice(1) : text;
  const [valid] = /^\d*/.exec(digits) as unknown as [string];
  // Go reads from the left: a number may be too large before the wrong character comes.
  const significant = valid.replace(/^0+/, '');
  const isHuge = significant.length > 20 || BigInt(significant || 0) > 2n ** 64n - 1n;
  if (isHuge && text.length >= 19) return 'value out of range';
  if (valid === '' || valid.length < digits.length) return 'invalid syntax';
  return BigInt(significant || 0) > LARGEST + (isNegative ? 1n : 0n) ? 'value out of range' : undefined;
}
