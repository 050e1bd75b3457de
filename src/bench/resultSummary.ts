import { formatResult } from './formatResult';
import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultsByCase';

/** All figures of one name; `40 results` for 40 names; empty for none. */
export function summaryOf(results: readonly BenchmarkResult[]): string {
  const groups = groupByName(results);
  return groups.length > 1 ? `${groups.length} results` : formatResult(results);
}

/** The first figure of one name, `1465 ns/op`; `40 results` for 40 names; empty for none. */
export function shortSummaryOf(results: readonly BenchmarkResult[]): string {
  const [first = ''] = summaryOf(results).split('  ');
  return first;
}
