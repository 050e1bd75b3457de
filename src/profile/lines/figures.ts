import type { Refinement } from '../answers/refinement';
import type { KeySums } from '../sums/keySums';
import { interruptible } from '../common/guard';
import type { SampleIndex } from '../indexes';

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

/** Cum by key: each sample adds to a key once, even if the key recurs in its stack. */
export class CumSums {
  readonly sums: Float64Array;
  /** For means: the sums to divide by. */
  readonly divisors: Float64Array | undefined;
  /** The keys that have samples, in order of first appearance. */
  readonly keys: number[] = [];
  /** For each key: 1 + the last sample added; 0 if none. */
  private readonly stamps: Uint32Array;

  constructor(keyCount: number, isMean = false) {
    this.sums = new Float64Array(keyCount);
    this.divisors = isMean ? new Float64Array(keyCount) : undefined;
    this.stamps = new Uint32Array(keyCount);
  }

  add(key: number, sample: SampleIndex, value: number, divisor = 0): void {
    const last = this.stamps[key];
    if (last === sample + 1) return;
    if (last === 0) this.keys.push(key);
    this.stamps[key] = sample + 1;
    this.sums[key] += value;
    if (this.divisors) this.divisors[key] += divisor;
  }

  /** Keys by descending |sum|; ties are ordered by `compare`. For means, keys with sum 0 are left out. */
  heaviest(compare: (a: number, b: number) => number): number[] {
    const { sums, divisors } = this;
    const keys = this.keys.filter((key) => divisors === undefined || sums[key] !== 0);
    return keys.sort(interruptible((a, b) => Math.abs(sums[b]) - Math.abs(sums[a]) || compare(a, b)));
  }
}
