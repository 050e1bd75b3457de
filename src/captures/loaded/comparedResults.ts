import type { BenchmarkResult } from '../../bench/parseOutput';
import { groupByName } from '../../bench/resultsByCase';
import { subjectOf } from '../loadedCapture';
import type { Active } from '../session';

/**
 * The results of comparedResults if all are of one benchmark or case; undefined if one side has none, or those of
 * several cases.
 */
export function comparedCase(active: Pick<Active, 'capture' | 'baseline'>): ComparedResults | undefined {
  const compared = comparedResults(active);
  return compared && onlyCase(compared.before) && onlyCase(compared.now) && compared;
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
 * undefined if the active capture is compared with a capture of another benchmark that did not run in turns with it.
 */
export function comparedResults({ capture, baseline }: Pick<Active, 'capture' | 'baseline'>): ComparedResults | undefined {
  if (!baseline) return undefined;
  const inTurns = capture.turns?.base.id === baseline.capture.id ? capture.turns.before : undefined;
  if (!inTurns && subjectOf(capture) !== subjectOf(baseline.capture)) return undefined;
  const before = inTurns ?? baseline.capture.results;
  return { before, now: capture.results, areInTurns: inTurns !== undefined };
}

/** The results, if all are of one (sub-)benchmark. */
function onlyCase(results: readonly BenchmarkResult[] = []): readonly BenchmarkResult[] | undefined {
  return groupByName(results).length === 1 ? results : undefined;
}
