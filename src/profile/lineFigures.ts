import { meanOf } from './graph/callGraph';
import type { KeySums } from './stackSums';

/** What options about figures make of sums: see Refinement for `mean`, `drop_negative` and `divide_by`. */
export interface FigureOptions {
  /** Sums of what the figures are means over; unset: they are sums. */
  readonly divisors?: KeySums | undefined;
  readonly dropNegative: boolean;
  /** What all values are divided by already: means are cut to whole numbers before that. */
  readonly divideBy: number;
}

/**
 * The figures by key. A key is negative where its flat is, or else its cum; dropped, it has no samples.
 * Source: google/pprof internal/graph, FlatValue, CumValue, isNegative.
 */
export function figuresOf(sums: KeySums, { divisors, dropNegative, divideBy }: FigureOptions): KeySums {
  const { flat, cum, seenLocation } = sums;
  const isNegative = (key: number): boolean => flat[key]! < 0 || (flat[key] === 0 && cum[key]! < 0);
  const figure = (column: 'flat' | 'cum') => (value: number, key: number): number => {
    if (dropNegative && isNegative(key)) return 0;
    if (divisors === undefined) return value;
    const [sum, divisor] = [value, divisors[column][key]!].map((each) => Math.round(each * divideBy));
    return meanOf(sum!, divisor) / divideBy;
  };
  const samples = sums.samples.map((count, key) => (dropNegative && isNegative(key) ? 0 : count));
  return { flat: flat.map(figure('flat')), cum: cum.map(figure('cum')), samples, seenLocation };
}
