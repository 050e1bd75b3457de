import { formatChange } from '../bench/formatResult';
import type { BenchmarkResult } from '../bench/parseOutput';
import { type Active, subjectOf } from '../session';

/**
 * How a benchmark's result has changed since the baseline: `1465 → 1615 ns/op (+10 %)  53 B/op`; undefined if the two
 * captures are of different benchmarks, or have results of several cases.
 */
export function resultChange(active: Pick<Active, 'run' | 'baseline'>): string | undefined {
  const compared = comparedResults(active);
  const [before, now] = [onlyCase(compared?.before), onlyCase(compared?.now)];
  return before && now && formatChange(before, now);
}

/** The results of two captures of the same benchmark. */
export interface ComparedResults {
  readonly before: readonly BenchmarkResult[];
  readonly now: readonly BenchmarkResult[];
}

/**
 * Results of the two programs in turns if they were measured so, else those of their captures.
 * undefined: the active run is not compared with a capture of the same benchmark.
 */
export function comparedResults({ run, baseline }: Pick<Active, 'run' | 'baseline'>): ComparedResults | undefined {
  if (!baseline || subjectOf(run) !== subjectOf(baseline.run)) return undefined;
  const inTurns = run.again?.base.id === baseline.run.id ? run.again.before : undefined;
  return { before: inTurns ?? baseline.run.results, now: run.results };
}

/** The results, if all are of one (sub-)benchmark. */
function onlyCase(results: readonly BenchmarkResult[] = []): readonly BenchmarkResult[] | undefined {
  const names = new Set(results.map(({ name }) => name));
  return names.size === 1 ? results : undefined;
}
