import type { Refinement } from '../answers/refinement';
import type { KeySums } from '../sums/keySums';

/** Options that change figures but not samples. */
export type FigureRefinement = Pick<Refinement, 'mean' | 'drop_negative' | 'divide_by'>;

/** How sums become figures: see Refinement for `mean`, `drop_negative` and `divide_by`. */
export interface FigureOptions {
  /** The sums to divide by for means; unset if the figures are sums. */
  readonly divisors?: KeySums | undefined;
  readonly dropNegative: boolean;
  /** The number by which all values were divided already. A mean is truncated first, then divided by this number. */
  readonly divideBy: number;
}

/** The mean, truncated to a whole number as in pprof, or the sum if the divisor is 0 or undefined. */
export function meanOf(sum: number, divisor: number | undefined): number {
  return divisor ? Math.trunc(sum / divisor) : sum;
}

/**
 * The mean in the unit of the sum, or the sum if the divisor is undefined.
 * @param divideBy the number by which sum and divisor were divided already
 */
export function figureOf(sum: number, divisor: number | undefined, divideBy: number): number {
  if (divisor === undefined) return sum;
  return meanOf(Math.round(sum * divideBy), Math.round(divisor * divideBy)) / divideBy;
}

/** Whether `drop_negative` drops a line or node with these sums. */
export function isNegative(flat: number, cum: number): boolean {
  return flat < 0 || (flat === 0 && cum < 0);
}

/**
 * The figures by key. A dropped key has figures 0 and no samples.
 * Source: google/pprof internal/graph, FlatValue, CumValue, isNegative.
 */
export function figuresOf(sums: KeySums, { divisors, dropNegative, divideBy }: FigureOptions): KeySums {
  const { flat, cum, seenLocation } = sums;
  const isDropped = (key: number): boolean => dropNegative && isNegative(flat[key], cum[key]);
  const figure = (column: 'flat' | 'cum') => (value: number, key: number): number =>
    isDropped(key) ? 0 : figureOf(value, divisors?.[column][key], divideBy);
  const samples = sums.samples.map((count, key) => (isDropped(key) ? 0 : count));
  return { flat: flat.map(figure('flat')), cum: cum.map(figure('cum')), samples, seenLocation };
}
