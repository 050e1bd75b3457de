import { withoutProcs } from '../../bench/grammar/benchmarkName';
import { median } from '../../bench/medians';
import { tidyUnit } from '../../bench/statistics/units';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { isOfPresentCode } from '../../captures/presentCode';
import { inSlices } from '../../go/timeSlices';
import type { TrendsOf } from '../../pages/benchmarks/benchmarksPanel';
import type { Steps } from '../../profile/common/guard';

/** A line of more captures has no room for them. */
const MAX_CAPTURES = 20;

type Results = Pick<CaptureRecord, 'results' | 'capturedAt' | 'revision' | 'chosenEnvironment' | 'stage'>;

/**
 * The medians of a unit in the captures of the present code, by the names of rows, oldest first. Empty for a name
 * without captures. Rejects with the signal's reason if the signal is aborted.
 */
export async function earlierFigures(
  records: readonly Results[],
  of: TrendsOf,
  signal: AbortSignal,
): Promise<number[][]> {
  signal.throwIfAborted();
  return inSlices(figuresOf(records, of), signal);
}

function* figuresOf(records: readonly Results[], { names, pkg, unit, ignoresProcs }: TrendsOf): Steps<number[][]> {
  const found = new Map(names.map((name) => [name, [] as number[]]));
  const ofPresent = records.filter((record) => record.results.length > 0 && isOfPresentCode(record));
  for (const { results } of ofPresent.sort((a, b) => a.capturedAt - b.capturedAt)) {
    yield;
    const values = new Map<string, number[]>();
    for (const { name, config, values: figures } of results) {
      const row = rowOf(name, ignoresProcs);
      if (!found.has(row) || (pkg !== '' && config.pkg !== undefined && config.pkg !== pkg)) continue;
      for (const figure of figures) {
        const tidy = tidyUnit(figure.unit);
        if (tidy.unit === unit) values.set(row, [...(values.get(row) ?? []), figure.value * tidy.factor]);
      }
    }
    for (const [row, all] of values) found.get(row)!.push(median(all));
  }
  return names.map((name) => found.get(name)!.slice(-MAX_CAPTURES));
}

/** `Join/size=10-8` of `BenchmarkJoin/size=10-8`. */
function rowOf(name: string, ignoresProcs: boolean): string {
  const row = name.replace(/^Benchmark/, '');
  return ignoresProcs ? withoutProcs(row) : row;
}
