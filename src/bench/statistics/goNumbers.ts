/** Numbers as Go's package fmt prints them. */

/** `%.Nf`: all digits exact, ties to the even digit; `NaN`, `+Inf`, `-Inf`. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  // From 2^53 on there are no fractions, and from 1e21 on toFixed returns an exponent.
  if (size >= 2 ** 53) return `${sign}${BigInt(size)}${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`;
  const text = size.toFixed(decimals);
  return sign + (isRoundedToOdd(text, size, decimals) ? roundedDown(size, decimals) : text);
}

/** `%+.Nf`. */
export function signedText(value: number, decimals: number): string {
  const text = fixedText(value, decimals);
  return text.startsWith('-') || text.startsWith('+') ? text : `+${text}`;
}

/** How far a ratio is from 1: `+12.50%`. */
export function percentChange(ratio: number): string {
  return `${signedText((ratio - 1) * 100, 2)}%`;
}

/** `%v`: the fewest digits that parse back to the number, with an exponent below 1e-4 and from a million on. */
export function shortestText(value: number): string {
  if (!Number.isFinite(value)) return fixedText(value, 0);
  if (Object.is(value, -0)) return '-0';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** Whether toFixed rounded a tie up to an odd digit; a tie has one more decimal, 5. Go rounds it to the even digit. */
function isRoundedToOdd(text: string, size: number, decimals: number): boolean {
  // The code of an even digit is even.
  if (text.charCodeAt(text.length - 1) % 2 === 0) return false;
  // A float with exactly k decimals is a multiple of 2^-k.
  return Number.isInteger(size * 2 ** (decimals + 1)) && size.toFixed(decimals + 1).endsWith('5');
}

function roundedDown(size: number, decimals: number): string {
  const text = size.toFixed(decimals + 1).slice(0, -1);
  return decimals === 0 ? text.slice(0, -1) : text;
}
