import type { BenchmarkResult } from './parseOutput';

/**
 * Whether two lists of results have the same figures. The results that are shown may be newer than those of a
 * verdict, since a measurement without a profile makes no capture.
 */
export function haveSameFigures(a: readonly BenchmarkResult[], b: readonly BenchmarkResult[]): boolean {
  if (a === b) return true;
  const figures = (all: readonly BenchmarkResult[]) =>
    JSON.stringify(all.map(({ iterations, values }) => [iterations, values]));
  return a.length === b.length && figures(a) === figures(b);
}
