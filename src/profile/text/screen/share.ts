import { carriedDigits, MINUS, MOST_DIGITS, numberText, THIN_SPACE } from './digits';

/** Decimals of a percentage, at most. */
const MOST_DECIMALS = 2;
const LEAST = 10 ** -MOST_DECIMALS;

/** A number of percent with its sign: `12.5 %`, `100 %`, `−0.83 %`, `<0.01 %`, `>−0.01 %`. */
export function percentText(percent: number, digits = MOST_DIGITS): string {
  const size = Math.abs(percent);
  if (size > 0 && size < LEAST) return withSign(`<${LEAST}${THIN_SPACE}%`, percent < 0 ? MINUS : '');
  return `${numberText(percent, { digits, isExact: digits >= MOST_DIGITS && size < 1000, mostDecimals: MOST_DECIMALS })}${THIN_SPACE}%`;
}

/** A percentage with a sign: `+12.5 %`; of one that is too small to write, `<+0.01 %` or `>−0.01 %`. */
export function withSign(text: string, sign: string): string {
  if (!text.startsWith('<')) return sign + text;
  return `${sign === MINUS ? '>' : '<'}${sign}${text.slice(1)}`;
}

/**
 * |value| as a share of |total|: `100 %`, `12.3 %`, `0.12 %`; `0 %` if the total is 0. `100 %` only if nothing is left
 * that can be seen, as in pprof.
 * @param weight the value of one sample: see sampleWeight
 */
export function sharePart(value: number, total: number, weight?: number): string {
  const percent = total === 0 ? 0 : Math.abs(value / total) * 100;
  if (percent >= 99.95 && percent <= 100.05) return `100${THIN_SPACE}%`;
  const digits = carriedDigits(value, weight);
  // 99.7 % with two digits would read as the whole.
  const isAlmostAll = percent < 100 && percent >= 99.5;
  return percentText(percent, isAlmostAll ? MOST_DIGITS : digits);
}

/** A smaller part of the total is due to rounding. */
const ROUNDING = 1e-6;

/** Whether a difference is due to the rounding of values that were scaled. */
export function isRounding(change: number, total: number): boolean {
  return Math.abs(change) < ROUNDING * Math.abs(total);
}

/** A cost as a share of the total, `12.3 %`, `−3.10 %`; a difference also has a plus sign. */
export function shareText(value: number, total: number, isDifference: boolean, weight?: number): string {
  if (isDifference && isRounding(value, total)) return `0${THIN_SPACE}%`;
  const sign = value < 0 ? MINUS : value > 0 && isDifference ? '+' : '';
  return withSign(sharePart(value, total, weight), sign);
}
