import type { FigurePair } from './cutOff';
import type { BenchmarkResult } from './parseOutput';
import { summarize } from './statistics/summary';

/** The values of one unit on both sides, one per run. */
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
