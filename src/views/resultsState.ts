import { changedInShort, changedSentence } from '../bench/captures/conditions';
import { resultRows, unitsOf } from '../bench/resultTable';
import type { BenchmarkResult } from '../bench/parseOutput';
import type { CaptureRecord } from '../bench/captures/captureStore';
import type { ResultCapture, ResultsState } from '../protocol/results';
import { baseOf } from '../workbench/resultBook';
import { whenText } from '../workbench/whenText';
import { captureNames } from './captureGroups';

export interface ResultsShown {
  readonly benchmark: string;
  readonly uri: string;
  /** Absolute path of its file. */
  readonly file: string;
  readonly place: string;
  readonly results: readonly BenchmarkResult[];
  /** All captures, newest first. */
  readonly captures: readonly CaptureRecord[];
  /** The ids of the active capture and of the baseline. */
  readonly activeId?: string;
  readonly baselineId?: string;
  readonly canRun: boolean;
  readonly now: number;
}

/** The state of the page of a benchmark's results. */
export function resultsState(shown: ResultsShown): ResultsState {
  const { benchmark, uri, place, results, canRun } = shown;
  const captures = capturesOf(shown.captures, shown.file, benchmark);
  const units = unitsOf([...results, ...captures.flatMap((record) => record.results)]);
  return {
    benchmark,
    uri,
    place,
    units,
    rows: resultRows(results, units),
    captures: captures.map((record) => captureOf(record, captures, units, shown)),
    canRun,
  };
}

/** The captures of a benchmark and of its cases, in the order given. */
export function capturesOf(captures: readonly CaptureRecord[], file: string, benchmark: string): CaptureRecord[] {
  return captures.filter(({ target }) => target?.file === file && baseOf(target.name) === baseOf(benchmark));
}

function captureOf(
  record: CaptureRecord,
  all: readonly CaptureRecord[],
  units: readonly string[],
  shown: ResultsShown,
): ResultCapture {
  const { activeId, baselineId, now } = shown;
  const { id, capturedAt, profiles, results } = record;
  const { only, given } = captureNames(record, { title: shown.benchmark });
  const { conditions: reference } = all.find((each) => each.id === activeId) ?? all[0] ?? record;
  const [short, whole] = [
    changedInShort(record.conditions, reference),
    changedSentence('This capture', record.conditions, reference),
  ];
  return {
    id,
    when: whenText(capturedAt, now),
    whenInFull: new Date(capturedAt).toLocaleString(),
    title: given,
    only,
    kinds: profiles.map(({ label }) => label),
    rows: resultRows(results, units),
    isActive: id === activeId,
    isBaseline: id === baselineId,
    ...(short !== undefined && whole !== undefined && { conditions: { short, whole } }),
  };
}
