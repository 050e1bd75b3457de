import type { BenchmarkResult, BenchmarkValue } from './parse';

/**
 * One line for a reader from the results of one name (several with `-count`): `312.4 ns/op  53 B/op  2 allocs/op`.
 * Of several results each unit's median, with `(median of 5)` behind it. Numbers as Go's testing package prints them
 * (testing.BenchmarkResult.String, MemString).
 */
export function formatResult(results: readonly Pick<BenchmarkResult, 'values'>[]): string {
  const figures = medians(results).map(({ value, unit }) => `${formatValue(value, unit)} ${unit}`);
  return figures.join('  ') + (results.length > 1 ? `  (median of ${results.length})` : '');
}

/**
 * What became of a result: `1465 → 1615 ns/op (+10 %)  53 B/op  2 allocs/op`; units that stayed the same stand alone.
 * Of several results each unit's median.
 */
export function formatChange(
  before: readonly Pick<BenchmarkResult, 'values'>[],
  now: readonly Pick<BenchmarkResult, 'values'>[],
): string {
  const known = new Map(medians(before).map(({ value, unit }) => [unit, value]));
  return medians(now).map(({ value, unit }) => {
    const text = formatValue(value, unit);
    const was = known.get(unit);
    if (was === undefined || formatValue(was, unit) === text) return `${text} ${unit}`;
    return `${formatValue(was, unit)} → ${text} ${unit}${percentOf(was, value)}`;
  }).join('  ');
}

/** ` (+10 %)`; empty where there is nothing to refer to. */
function percentOf(before: number, now: number): string {
  const percent = (now / before - 1) * 100;
  if (!Number.isFinite(percent)) return '';
  const size = Math.abs(percent);
  const digits = size >= 9.95 ? percent.toFixed(0) : percent.toFixed(size >= 0.095 ? 1 : 2);
  return ` (${percent > 0 ? '+' : ''}${digits} %)`;
}

function medians(results: readonly Pick<BenchmarkResult, 'values'>[]): BenchmarkValue[] {
  const columns = new Map<string, number[]>();
  for (const { value, unit } of results.flatMap((result) => result.values)) {
    const column = columns.get(unit);
    if (column === undefined) columns.set(unit, [value]);
    else column.push(value);
  }
  return [...columns].map(([unit, column]) => ({ unit, value: median(column) }));
}

function median(column: readonly number[]): number {
  const sorted = [...column].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

function formatValue(value: number, unit: string): string {
  if (unit === 'MB/s') return value.toFixed(2);
  if ((unit === 'B/op' || unit === 'allocs/op') && Number.isInteger(value)) return String(value);
  return fourDigits(value);
}

/** testing.prettyPrint: whole numbers from 999.95 on, else four significant digits, at most seven decimals. */
function fourDigits(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || size >= 999.95) return value.toFixed(0);
  const decimals = [99.995, 9.9995, 0.99995, 0.099995, 0.0099995, 0.00099995].findIndex((bound) => size >= bound);
  return value.toFixed(decimals === -1 ? 7 : decimals + 1);
}
