import type { CaptureRecord, MeasuredInTurns } from './disk/captureRecord';
import { newestFirst } from './newestFirst';
import type { BenchmarkResult } from '../bench/parseOutput';
import { groupByName } from '../bench/resultsByCase';
import { type CaseVerdict, caseVerdicts } from '../bench/caseVerdict';

/** The verdict on the results of one case, and the capture of these results. */
export interface ResultVerdict extends CaseVerdict {
  readonly capture: CaptureRecord & { readonly turns: MeasuredInTurns };
  /** The results of the new program. */
  readonly results: readonly BenchmarkResult[];
}

/**
 * The verdicts on the newest results of a benchmark and its cases, by `caseKey`. A case whose newest results were not
 * compared has none.
 * @param captures the captures of one benchmark, newest first
 */
export function latestVerdicts(captures: readonly CaptureRecord[]): Map<string, ResultVerdict> {
  const verdicts = new Map<string, ResultVerdict>();
  const seen = new Set<string>();
  // Captures of a git revision or of a stored program did not measure the current code.
  for (const capture of newestFirst(captures.filter(({ revision, stage }) => !revision && stage === undefined))) {
    const { turns } = capture;
    const cases = turns ? caseVerdicts({ ...turns, now: capture.results }) : [];
    for (const { key, results } of groupByName(capture.results)) {
      if (seen.has(key)) continue;
      seen.add(key);
      const verdict = cases.find((each) => each.key === key);
      if (turns && verdict) verdicts.set(key, { ...verdict, results, capture: { ...capture, turns } });
    }
  }
  return verdicts;
}
