import { formatChange } from '../bench/format';
import type { BenchmarkResult } from '../bench/parse';
import { type Active, subjectOf } from '../session';

/**
 * What became of a benchmark's result since the baseline: `1465 → 1615 ns/op (+10 %)  53 B/op`; undefined where the two
 * captures are not of one benchmark, or hold results of several cases.
 */
export function resultChange({ run, baseline }: Pick<Active, 'run' | 'baseline'>): string | undefined {
  if (!baseline || subjectOf(run) !== subjectOf(baseline.run)) return undefined;
  const [before, now] = [onlyCase(baseline.run.results), onlyCase(run.results)];
  return before && now && formatChange(before, now);
}

/** The results where all are of one (sub-)benchmark; undefined where they are not. */
function onlyCase(results: readonly BenchmarkResult[]): readonly BenchmarkResult[] | undefined {
  const names = new Set(results.map(({ name }) => name));
  return names.size === 1 ? results : undefined;
}
