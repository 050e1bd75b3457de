import { formatChange } from '../bench/format';
import type { BenchmarkResult } from '../bench/parse';
import { type Active, subjectOf } from '../session';

/**
 * What became of a benchmark's result since the baseline: `1465 → 1615 ns/op (+10 %)  53 B/op`; undefined where the two
 * captures are not of one benchmark, or hold results of several cases.
 */
export function resultChange(active: Pick<Active, 'run' | 'baseline'>): string | undefined {
  const compared = comparedResults(active);
  const [before, now] = [onlyCase(compared?.before), onlyCase(compared?.now)];
  return before && now && formatChange(before, now);
}

/** Results of the benchmark that is compared with an earlier capture of itself. */
export interface ComparedResults {
  readonly before: readonly BenchmarkResult[];
  readonly now: readonly BenchmarkResult[];
}

/** undefined: what is active is not compared with an earlier capture of the same benchmark. */
export function comparedResults({ run, baseline }: Pick<Active, 'run' | 'baseline'>): ComparedResults | undefined {
  if (!baseline || subjectOf(run) !== subjectOf(baseline.run)) return undefined;
  return { before: baseline.run.results, now: run.results };
}

/** The results where all are of one (sub-)benchmark; undefined where they are not. */
function onlyCase(results: readonly BenchmarkResult[] = []): readonly BenchmarkResult[] | undefined {
  const names = new Set(results.map(({ name }) => name));
  return names.size === 1 ? results : undefined;
}
