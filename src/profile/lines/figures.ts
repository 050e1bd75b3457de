import type { Refinement } from '../answers/refinement';
import type { KeySums } from '../sums/types';

/** Options that change figures, and leave the samples as they are. */
export type FigureRefinement = Pick<Refinement, 'mean' | 'drop_negative' | 'divide_by'>;

/** What options about figures make of sums: see Refinement for `mean`, `drop_negative` and `divide_by`. */
export interface FigureOptions {
  /** Sums of what the figures are means over; unset: they are sums. */
  readonly divisors?: KeySums | undefined;
  readonly dropNegative: boolean;
  /** What all values are divided by already: means are cut to whole numbers before that. */
  readonly divideBy: number;
}

/** A sum or, where there is something to divide by, a mean, cut to whole numbers as pprof's are. */
export function meanOf(sum: number, divisor: number | undefined): number {
  return divisor ? Math.trunc(sum / divisor) : sum;
}

/**
 * A sum or, where there is something to divide by, a mean, in the unit of the sum.
 * @param divideBy what both are divided by already
 */
export function figureOf(sum: number, divisor: number | undefined, divideBy: number): number {
  if (divisor === undefined) return sum;
  return meanOf(Math.round(sum * divideBy), Math.round(divisor * divideBy)) / divideBy;
}

/** Whether `drop_negative` drops what has these sums. */
export function isNegative(flat: number, cum: number): boolean {
  return flat < 0 || (flat === 0 && cum < 0);
}

/**
 * The figures by key. A key is negative where its flat is, or else its cum; dropped, it has no samples.
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
