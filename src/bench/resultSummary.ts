import { formatResult } from './formatResult';
import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultsByCase';
import { slowBuildShortSign, slowBuildSign } from './slowBuild';

/** All figures of one name; `40 results` for 40 names; empty for none. A slow build is named after them. */
export function summaryOf(results: readonly BenchmarkResult[]): string {
  return figuresOf(results) + slowBuildSign(results);
}

/** The first figure of one name, `1465 ns/op`, and a slow build; `40 results` for 40 names; empty for none. */
export function shortSummaryOf(results: readonly BenchmarkResult[]): string {
  const [first = ''] = figuresOf(results).split('  ');
  return first + slowBuildShortSign(results);
}

function figuresOf(results: readonly BenchmarkResult[]): string {
  const groups = groupByName(results);
  return groups.length > 1 ? `${groups.length} results` : formatResult(results);
}
