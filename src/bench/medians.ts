import type { BenchmarkResult } from './parseOutput';
import type { BenchmarkValue } from './resultLine';
import { ascending } from './statistics/ascending';

/** The median of each unit's values, in the order printed. */
export function mediansOf(results: readonly Pick<BenchmarkResult, 'values'>[]): BenchmarkValue[] {
  return [...columnsOf(results)].map(([unit, column]) => ({ unit, value: median(column) }));
}

/** The values of each unit, in the order printed. */
export function columnsOf(results: readonly Pick<BenchmarkResult, 'values'>[]): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  for (const { value, unit } of results.flatMap((result) => result.values)) {
    const column = columns.get(unit);
    if (column === undefined) columns.set(unit, [value]);
    else column.push(value);
  }
  return columns;
}

/** NaN for an empty column. */
export function median(column: readonly number[]): number {
  const sorted = ascending(column);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1]) + upper) / 2;
}
