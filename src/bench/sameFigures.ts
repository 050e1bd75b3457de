import type { BenchmarkResult } from './parseOutput';

/**
 * Whether two lists of results have the same figures. The results that are shown may differ from those of a verdict:
 * they may have been cleared, or be those of a measurement that is still running.
 */
export function haveSameFigures(a: readonly BenchmarkResult[], b: readonly BenchmarkResult[]): boolean {
  if (a === b) return true;
  const figures = (all: readonly BenchmarkResult[]) =>
    JSON.stringify(all.map(({ iterations, values }) => [iterations, values]));
  return a.length === b.length && figures(a) === figures(b);
}
