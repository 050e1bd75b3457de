import type { CaptureRecord, MeasuredAgain } from './captures/captureRecord';
import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultText';
import { type CaseVerdict, caseVerdicts } from './verdict';

/** The verdict of one result of a benchmark, and the capture that it is from. */
export interface ResultVerdict extends CaseVerdict {
  readonly capture: CaptureRecord & { readonly again: MeasuredAgain };
  /** The results of the new program that it judges. */
  readonly results: readonly BenchmarkResult[];
}

/**
 * The verdicts on the newest results of a benchmark and its cases, by their whole names as printed. A case that was
 * last measured without a comparison has none.
 * @param captures of one benchmark
 */
export function latestVerdicts(captures: readonly CaptureRecord[]): Map<string, ResultVerdict> {
  const verdicts = new Map<string, ResultVerdict>();
  const known = new Set<string>();
  // Results of a revision are not those of the present code.
  for (const capture of newestFirst(captures.filter(({ revision }) => !revision))) {
    const { again } = capture;
    const judged = again ? caseVerdicts({ ...again, now: capture.results }) : [];
    for (const { name, results } of groupByName(capture.results)) {
      if (known.has(name)) continue;
      known.add(name);
      const verdict = judged.find((each) => each.name === name);
      if (again && verdict) verdicts.set(name, { ...verdict, results, capture: { ...capture, again } });
    }
  }
  return verdicts;
}

/** Corrects the order of captures that are sorted by time, in case the clock was set back between them. */
export function newestFirst(captures: readonly CaptureRecord[]): CaptureRecord[] {
  const ordered: CaptureRecord[] = [];
  const seen = new Set<CaptureRecord>();
  const add = (capture: CaptureRecord): void => {
    if (seen.has(capture)) return;
    seen.add(capture);
    // A capture is newer than the one that it was measured against.
    for (const later of captures) if (later.again?.base.id === capture.id) add(later);
    ordered.push(capture);
  };
  for (const capture of captures) add(capture);
  return ordered;
}
