/**
 * How numbers are written on screen: at most three digits, no more than the samples carry, and groups of three with a
 * thin space. Texts to copy, exports and the terminal have the spelling of pprof, benchstat and Go instead.
 */

/**
 * The space within a figure, as in `28.6 %`: thin, and no line breaks at it. U+2009 is as thin, but lines break there.
 * Columns in the editor replace it: see inCells.
 */
export const THIN_SPACE = '\u202f';
/** As wide as a digit. */
export const FIGURE_SPACE = '\u2007';
export const MINUS = '\u2212';

/** The most digits of a figure that is not a whole number. */
export const MOST_DIGITS = 3;

/** From this number of samples on, a figure has two digits; from the second on, three. */
const SAMPLES_OF_DIGITS = [10, 2500];

/**
 * The digits that a figure carries. Its standard error is about 1/√n of it: 32 % with 10 samples, 2 % with 2500.
 * @param weight the value of one sample; undefined if it is not known, 0 if nothing is left to chance
 */
export function carriedDigits(value: number, weight: number | undefined): number {
  if (!weight) return MOST_DIGITS;
  const samples = Math.abs(value / weight);
  // The allowance is for figures per operation, which are rounded.
  return 1 + SAMPLES_OF_DIGITS.filter((from) => samples >= from - 0.01).length;
}

/** Larger whole numbers get a prefix, such as `k`. */
const LONG_NUMBER = 10_000;
/** Decimals, at most: a smaller number is written as `0.0004`, not `0.000412`. */
const MOST_DECIMALS = 4;

/** How a number is written. */
export interface NumberFormat {
  readonly digits: number;
  /** Whether a whole number has all its digits: it is exact. */
  readonly isExact?: boolean;
  readonly mostDecimals?: number;
}

/**
 * A number with its sign: `1.20`, `48.5`, `412`, `−0.0004`; whole numbers that are exact have no decimals and all
 * their digits: `5`, `1 028`. `?` for a number that is none, `∞`.
 */
export function numberText(
  value: number,
  { digits, isExact = false, mostDecimals = MOST_DECIMALS }: NumberFormat = { digits: MOST_DIGITS, isExact: true },
): string {
  if (Number.isNaN(value)) return '?';
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : '';
  if (size === Infinity) return `${sign}∞`;
  if (size === 0 || (isExact && Number.isInteger(size) && size < LONG_NUMBER)) return sign + grouped(String(size));
  const rounded = roundedTo(size, digits);
  const decimals = Math.min(mostDecimals, Math.max(0, digits - 1 - Math.floor(Math.log10(rounded) + 1e-12)));
  const text = rounded.toFixed(decimals);
  return Number(text) === 0 ? '0' : sign + grouped(text);
}

/** Rounded to a number of significant digits. */
export function roundedTo(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Groups the digits before the point. */
function grouped(text: string): string {
  const [whole, fraction] = text.split('.');
  const groups = whole.length < 4 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/**
 * The number of things, with all digits: `1 234 567`. Does not use Number.prototype.toLocaleString, because its first
 * call blocks the thread for a long time.
 */
export function countText(count: number): string {
  const text = grouped(String(Math.abs(Math.round(count * 1000) / 1000)));
  return count < 0 ? MINUS + text : text;
}

/**
 * A figure for a column in the editor: with spaces that are as wide as a digit in every monospaced font. A thin space
 * is as wide as a digit in some of them, and narrower where it is taken from another font: digits would be out of line.
 */
export function inCells(text: string): string {
  return text.replaceAll(/[\u202f ]/g, '\u00a0');
}
