import { inputsOf } from '../../bench/benchstat/inputs';
import type { ComparisonSummary, RowRuns } from '../../bench/comparison/answers';
import { ignoreList } from '../../bench/comparison/ignoredKeys';
import type { BenchmarksChart, BenchmarksInput, BenchmarksState } from '../protocol/benchmarksPage';
import type { ResultSource } from '../../captures/loaded/resultSources';
import { momentText } from '../../ui/whenText';

/** A source with a unique name: a column of the page. */
export interface BenchmarksSource extends ResultSource {
  readonly label: string;
}

/** Adds unique labels. Sources with the same name get numbers, as in benchstat: `a.txt#0`, `a.txt#1`. */
export function labeled(sources: readonly ResultSource[]): BenchmarksSource[] {
  const labels = inputsOf(sources.map(({ name }) => name.replaceAll('=', ' ') || 'unnamed')).map(({ label }) => label);
  return sources.map((source, i) => ({ ...source, label: labels[i] }));
}

export interface BenchmarksShown {
  readonly sources: readonly ShownSource[];
  /** The comparison of the sources, in their order. */
  readonly summary: ComparisonSummary;
  readonly ignoresProcs: boolean;
  readonly canFetch: boolean;
  /** Sentences about inputs that could not be restored. */
  readonly remarks?: readonly string[];
  readonly now: number;
}

type ShownSource = Omit<BenchmarksSource, 'kind' | 'name' | 'results' | 'bytes'> & Partial<Pick<BenchmarksSource, 'kind'>>;

/** The state of the page that compares benchmark results. */
export function benchmarksState(shown: BenchmarksShown): BenchmarksState {
  const { sources, summary: { tables, nameCount, splitByProcs }, ignoresProcs, canFetch, now } = shown;
  return {
    inputs: inputsOfSources(sources, now),
    hasTrends: sources.some(({ kind }) => kind === 'capture'),
    tables,
    nameCount,
    remarks: remarksOf(shown),
    ignoresProcs: ignoresProcs || splitByProcs > 0 ? ignoresProcs : undefined,
    canFetch,
  };
}

function inputsOfSources(sources: readonly ShownSource[], now: number): BenchmarksInput[] {
  const shorts = shortLabels(sources.map(({ label }) => label));
  return sources.map((source, i) => ({ ...inputOf(source, now), short: shorts[i] }));
}

/** Labels without the words that all of them begin with: `09:19:42 · 1a2b3c4` of `package lib 09:19:42 · 1a2b3c4`. */
export function shortLabels(labels: readonly string[]): string[] {
  if (labels.length < 2) return [...labels];
  const words = labels.map((label) => label.split(' '));
  const least = Math.min(...words.map(({ length }) => length)) - 1;
  let common = 0;
  while (common < least && words.every((each) => each[common] === words[0][common])) common++;
  return words.map((each) => each.slice(common).join(' '));
}

function inputOf(source: ShownSource, now: number): Omit<BenchmarksInput, 'short'> {
  const { id, label, origin, time, commit, count, skipped, skippedCount } = source;
  const lines = [origin, time === undefined ? '' : momentText(time, now), commit === undefined ? '' : `commit ${commit}`];
  return { id, label, about: lines.filter((line) => line !== '').join('\n'), count, skipped, skippedCount };
}

function remarksOf({ sources, summary, ignoresProcs, remarks = [] }: BenchmarksShown): string[] {
  const { tables, tableCount, ignored, differing, splitByProcs: split, isCompared, hasDelta } = summary;
  const all = [...remarks];
  if (differing.length > 0) {
    all.push(`The inputs differ in ${differing.join(', ')}. benchstat compares them with -ignore ${ignoreList(ignored, ignoresProcs)}.`);
  }
  if (split > 0 && !ignoresProcs) {
    const names = split === 1 ? 'One benchmark differs' : `${split} benchmarks differ`;
    all.push(`${names} only in GOMAXPROCS, the -N after the name, and ${split === 1 ? 'is' : 'are'} not compared.`);
  }
  const first = sources[0]?.label ?? '';
  if (sources.length > 1 && !hasDelta) {
    all.push(isCompared || split > 0
      ? `No benchmark of ${first} is in another input.`
      : `No unit of a package is in more than one input, so nothing is compared with ${first}.`);
  }
  if (tableCount > tables.length) {
    all.push(`The first ${tables.length} of ${tableCount} tables are shown. Copies and the export have all.`);
  }
  return all;
}

/** The chart of a row. */
export function benchmarksChart(
  { sources, now }: Pick<BenchmarksShown, 'sources' | 'now'>,
  { name, unit, series, scale }: RowRuns,
): BenchmarksChart {
  const shown = series.flatMap(({ input, ...runs }) => {
    const source = sources.at(input);
    return source === undefined ? [] : [{ runs, source }];
  });
  const isByTime = shown.every(({ source }) => source.time !== undefined);
  if (isByTime) shown.sort((a, b) => (a.source.time ?? 0) - (b.source.time ?? 0));
  return {
    name,
    unit,
    isByTime,
    series: shown.map(({ runs, source: { label, time, commit } }) => ({
      label,
      when: time === undefined ? undefined : momentText(time, now),
      commit,
      ...runs,
    })),
    scale,
  };
}
