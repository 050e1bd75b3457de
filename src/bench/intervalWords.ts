/** A change with its confidence interval in words, with no more digits than the interval carries. */
import { countText, THIN_SPACE } from '../profile/text/screen/digits';
import { MIN_FACTOR } from '../profile/text/screen/change';
import { directionText, MIN_FASTER, TIME } from './changeWords';
import type { PairedRatio } from './statistics/pairedRatio';

/** Decimals of a bound, at most. */
const MAX_DECIMALS = 2;

/**
 * `4.1 to 7.5 % slower`, `0.31 to 0.36 % faster`, `12 to 19 % less p99-ns`; as factors if the estimate is one,
 * `2.1 to 2.4× faster`. An interval without width is one number, `12.3 % faster`. Bounds are rounded outward. An
 * interval that contains "no change" has both directions: `0.4 % faster to 7.5 % slower`.
 */
export function intervalText(interval: PairedRatio, unit: string): string {
  const { ratio, lo, hi } = interval;
  const isTime = unit === TIME;
  if (lo < 1 && hi > 1) return bothDirections(interval, unit);
  if (ratio >= MIN_FACTOR) return rangeOr(lo - 1, hi - 1, FACTOR, isTime ? 'slower' : `as much ${unit}`, ratio, unit);
  if (isTime && 1 / ratio >= MIN_FASTER) return rangeOr(1 / hi - 1, 1 / lo - 1, FACTOR, 'faster', ratio, unit);
  const [small, large] = ratio < 1 ? [1 - hi, 1 - lo] : [lo - 1, hi - 1];
  const form = ratio < 1 ? DECREASE : INCREASE;
  return rangeOr(100 * small, 100 * large, form, directionWord(ratio > 1, unit), ratio, unit);
}

function bothDirections({ lo, hi }: PairedRatio, unit: string): string {
  const [less, more] = [100 * (1 - lo), 100 * (hi - 1)];
  const largest = Math.max(less, more);
  const decimals = decimalsOf(largest - less - more, largest);
  const text = (percent: number) => `${roundedUp(percent, decimals).toFixed(decimals)}${THIN_SPACE}%`;
  const start = `${text(less)} ${directionWord(false, unit, true)}`;
  return `${start} to ${text(more)} ${directionWord(true, unit)}`;
}

function directionWord(isMore: boolean, unit: string, isUnitLater = false): string {
  if (unit === TIME) return isMore ? 'slower' : 'faster';
  return `${isMore ? 'more' : 'less'}${isUnitLater ? '' : ` ${unit}`}`;
}

/** How the size of a change is written. */
interface Form {
  /** The number that is written for no change. */
  readonly none: number;
  readonly sign: string;
  /** A size that is never written if it is not reached. */
  readonly most?: number;
}

const FACTOR: Form = { none: 1, sign: '×' };
const INCREASE: Form = { none: 0, sign: `${THIN_SPACE}%` };
const DECREASE: Form = { ...INCREASE, most: 100 };

/** The range, or the estimate alone if the bounds are the same number. */
function rangeOr(small: number, large: number, form: Form, word: string, ratio: number, unit: string): string {
  if (!(large - small >= 0.5 * 10 ** -MAX_DECIMALS)) return directionText(ratio - 1, unit);
  const { none, sign, most = Infinity } = form;
  const decimals = decimalsOf(none + small, none + large);
  const up = roundedUp(none + large, decimals);
  const largeText = up >= most ? `almost ${most}` : numberText(up, decimals);
  return `${smallText(small, form, decimals)} to ${largeText}${sign} ${word}`;
}

/** Rounded down, with the decimals it needs not to read like no change. */
function smallText(small: number, { none }: Form, fewest: number): string {
  for (let decimals = fewest; decimals <= MAX_DECIMALS; decimals++) {
    const step = 10 ** decimals;
    const down = Math.floor(clean((none + small) * step)) / step;
    if (down > none) return numberText(down, decimals);
  }
  return `less than ${none + 10 ** -MAX_DECIMALS}`;
}

function numberText(value: number, decimals: number): string {
  return decimals === 0 ? countText(value) : value.toFixed(decimals);
}

/** Two digits of the larger bound, and as many as tell the bounds apart. */
function decimalsOf(small: number, large: number): number {
  const bySize = large >= 9.95 ? 0 : large >= 0.995 ? 1 : 2;
  const byWidth = Math.ceil(-Math.log10(large - small));
  return Math.min(MAX_DECIMALS, Math.max(bySize, byWidth));
}

function roundedUp(value: number, decimals: number): number {
  const step = 10 ** decimals;
  return Math.ceil(clean(value * step)) / step;
}

/** Without the last digits, which arithmetic leaves: 1.02 / 1 − 1 is 0.020000000000000018. */
const clean = (value: number): number => Number(value.toPrecision(9));
