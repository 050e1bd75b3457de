import { formatChange } from '../../bench/formatResult';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { groupByName } from '../../bench/resultsByCase';
import { subjectOf } from '../loadedCapture';
import type { Active } from '../session';

/**
 * How a benchmark's result has changed since the baseline: `1465 → 1615 ns/op (10.2 % slower)  53 B/op`; undefined
 * without a baseline, if the two captures are of different benchmarks, or if one has no results or those of several
 * cases.
 */
export function resultChange(active: Pick<Active, 'capture' | 'baseline'>): string | undefined {
  const compared = comparedResults(active);
  const [before, now] = [onlyCase(compared?.before), onlyCase(compared?.now)];
  return before && now && formatChange(before, now, compared?.areInTurns);
}

/** The results of two captures of the same benchmark. */
export interface ComparedResults {
  readonly before: readonly BenchmarkResult[];
  readonly now: readonly BenchmarkResult[];
  /** Whether the two programs ran in turns, so that their results are pairs. */
  readonly areInTurns: boolean;
}

/**
 * The results of the two programs that ran in turns if the active capture has them, else those of the two captures.
 * undefined if the active capture is not compared with a capture of the same benchmark.
 */
export function comparedResults({ capture, baseline }: Pick<Active, 'capture' | 'baseline'>): ComparedResults | undefined {
  if (!baseline || subjectOf(capture) !== subjectOf(baseline.capture)) return undefined;
  const inTurns = capture.turns?.base.id === baseline.capture.id ? capture.turns.before : undefined;
  const before = inTurns ?? baseline.capture.results;
  return { before, now: capture.results, areInTurns: inTurns !== undefined };
}

/** The results, if all are of one (sub-)benchmark. */
function onlyCase(results: readonly BenchmarkResult[] = []): readonly BenchmarkResult[] | undefined {
  return groupByName(results).length === 1 ? results : undefined;
}
