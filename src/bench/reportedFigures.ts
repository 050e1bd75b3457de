import type { BenchmarkResult } from './parseOutput';

const REPORTED = 'reported ';

/**
 * Results whose figures in some units are those that the benchmark reports itself, not those that `go test` measured:
 * `1465 reported ns/op`. So they are compared neither with measured figures nor as the time.
 * @param units as printed, `ns/op`
 */
export function namedAsReported(
  results: readonly BenchmarkResult[],
  units: readonly string[] = [],
): readonly BenchmarkResult[] {
  if (units.length === 0) return results;
  return results.map((result) => ({
    ...result,
    values: result.values.map(({ value, unit }) => ({ value, unit: units.includes(unit) ? REPORTED + unit : unit })),
  }));
}

/** `ns/op` of `reported ns/op`. */
export function printedUnit(unit: string): string {
  return unit.startsWith(REPORTED) ? unit.slice(REPORTED.length) : unit;
}

/** What a figure is that its benchmark reports itself; empty for other units. */
export function reportedHint(units: readonly string[]): string {
  const reported = units.filter((unit) => unit.startsWith(REPORTED)).map(printedUnit);
  if (reported.length === 0) return '';
  return `The benchmark reports ${reported.join(' and ')} itself, with b.ReportMetric, in place of what go test measures.`;
}
