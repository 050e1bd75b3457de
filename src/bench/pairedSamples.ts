import type { FigurePair } from './cutOff';
import type { BenchmarkResult } from './parseOutput';
import { type Comparison, compareSamples } from './statistics/compareSamples';
import { type PairedRatio, pairedRatio } from './statistics/pairedRatio';
import { summarize } from './statistics/summary';

/** The values of one unit on both sides, one per run. With as many on both sides, they are pairs: run in turns. */
export interface Samples {
  readonly unit: string;
  readonly before: readonly number[];
  readonly now: readonly number[];
}

/**
 * The samples of each unit that both sides report, in the order printed. Units with a NaN or an infinite value are left
 * out.
 */
export function samplesOf(
  before: readonly Pick<BenchmarkResult, 'values'>[],
  now: readonly Pick<BenchmarkResult, 'values'>[],
): Samples[] {
  const old = columnsOf(before);
  return [...columnsOf(now)].flatMap(([unit, values]) => {
    const earlier = old.get(unit);
    const isComparable = earlier !== undefined && [...earlier, ...values].every(Number.isFinite);
    return isComparable ? [{ unit, before: earlier, now: values }] : [];
  });
}

/** The difference of two samples that ran in turns. */
export interface PairedChange extends Pick<Comparison, 'p' | 'delta'> {
  /**
   * Whether the difference is significant: by benchstat's test of the two samples, and, where it is known, by the
   * interval of the change, which must not contain "no change" nor contradict the medians.
   */
  readonly isChanged: boolean;
  /** How many times as large the figure is now, with its 95 % interval; undefined if there is none. */
  readonly interval?: PairedRatio;
  /** Whether benchstat's test finds a difference that the interval does not confirm. */
  readonly isUnconfirmed: boolean;
}

/** @param samples in turns, so that values at the same index are a pair */
export function changeOfPairs({ before, now }: Pick<Samples, 'before' | 'now'>): PairedChange {
  const { p, delta, isChanged } = compareSamples(before, now);
  const interval = pairedRatio(before, now);
  const isConfirmed = !interval || ((delta ?? Infinity) > 0 ? interval.lo > 1 : interval.hi < 1);
  const judged = { isChanged: isChanged && isConfirmed, isUnconfirmed: isChanged && !isConfirmed };
  return { p, delta, ...judged, ...(interval && { interval }) };
}

export function mediansOf({ unit, before, now }: Samples): FigurePair {
  return { unit, before: summarize(before).center, now: summarize(now).center };
}

function columnsOf(results: readonly Pick<BenchmarkResult, 'values'>[]): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  for (const { value, unit } of results.flatMap(({ values }) => values)) {
    const column = columns.get(unit);
    if (column === undefined) columns.set(unit, [value]);
    else column.push(value);
  }
  return columns;
}
