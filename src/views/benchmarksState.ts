import { inputsOf } from '../bench/benchstat/inputs';
import type { ComparedInputs } from '../bench/comparison/compareInputs';
import { differingKeys } from '../bench/comparison/inputKeys';
import { plainFootnote } from '../bench/comparison/plainFootnote';
import { keyText } from '../bench/benchstat/projection';
import type { Cell, ComparedCell, Row, Table, Total } from '../bench/benchstat/tables';
import { tableTitles } from '../bench/benchstat/tableTitles';
import { deltaOf, deltaText, evidenceText } from '../bench/statistics/compare';
import { signedText } from '../bench/statistics/goNumbers';
import { commonScale, scaledText } from '../bench/statistics/scale';
import { rangeText } from '../bench/statistics/summary';
import { isBinaryUnit } from '../bench/statistics/units';
import type {
  BenchmarksCell,
  BenchmarksChart,
  BenchmarksDelta,
  BenchmarksInput,
  BenchmarksRow,
  BenchmarksState,
  BenchmarksTable,
  BenchmarksTotal,
} from '../protocol/benchmarks';
import type { BenchmarkSource } from '../workbench/benchmarkSources';
import { whenText } from '../workbench/whenText';

/** A source under a name that no other one has: a column of the page. */
export interface BenchmarksSource extends Omit<BenchmarkSource, 'kind' | 'name'> {
  readonly label: string;
}

/** Sources of one name are told apart as by benchstat: `a.txt#0`, `a.txt#1`. */
export function labeled(sources: readonly BenchmarkSource[]): BenchmarksSource[] {
  const labels = inputsOf(sources.map(({ name }) => name.replaceAll('=', ' ') || 'unnamed')).map(({ label }) => label);
  return sources.map((source, i) => ({ ...source, label: labels[i] }));
}

export interface BenchmarksShown {
  readonly sources: readonly BenchmarksSource[];
  /** The comparison of the sources, in their order. */
  readonly compared: ComparedInputs;
  readonly ignoresProcs: boolean;
  readonly canFetch: boolean;
  /** Sentences about inputs that could not be restored. */
  readonly remarks?: readonly string[];
  readonly now: number;
}

/** The state of the page that compares benchmark results. */
export function benchmarksState(shown: BenchmarksShown): BenchmarksState {
  const { sources, compared, ignoresProcs, canFetch, now } = shown;
  const { tables, columnFields } = compared.tables;
  const titles = tableTitles(compared.tables);
  const places = new Map(sources.map(({ label }, place) => [label, place]));
  return {
    inputs: sources.map((source) => inputOf(source, now)),
    tables: tables.map((table, i) => {
      const columns = table.columns.map((key) => places.get(keyText(columnFields, key)) ?? 0);
      return { titles: titles[i], columns, ...new TableState(table, compared).all() };
    }),
    remarks: remarksOf(shown),
    ignoresProcs: ignoresProcs || compared.splitByProcs > 0 ? ignoresProcs : undefined,
    canFetch,
  };
}

function inputOf(source: BenchmarksSource, now: number): BenchmarksInput {
  const { id, label, origin, time, commit, count, skipped, skippedCount } = source;
  const lines = [origin, time === undefined ? '' : whenText(time, now), commit === undefined ? '' : `commit ${commit}`];
  return { id, label, about: lines.filter((line) => line !== '').join('\n'), count, skipped, skippedCount };
}

function remarksOf({ sources, compared, ignoresProcs, remarks = [] }: BenchmarksShown): string[] {
  const differing = differingKeys(sources, compared.ignored);
  const all = [...remarks];
  if (differing.length > 0) {
    const flag = `-ignore ${compared.ignored.join(',')}`;
    all.push(`The inputs differ in ${differing.join(', ')}. benchstat compares them with ${flag}.`);
  }
  const { splitByProcs: split } = compared;
  if (split > 0 && !ignoresProcs) {
    const names = split === 1 ? 'One benchmark differs' : `${split} benchmarks differ`;
    all.push(`${names} only in GOMAXPROCS, the -N after the name, and ${split === 1 ? 'is' : 'are'} not compared.`);
  }
  const first = sources[0]?.label ?? '';
  const { tables } = compared.tables;
  const isCompared = tables.some(({ columns }) => columns.length > 1);
  const cells = tables.flatMap(({ rows }) => rows).flatMap((row) => row.cells);
  const hasDelta = cells.some(({ comparison }) => comparison !== undefined);
  if (sources.length > 1 && !hasDelta) {
    all.push(isCompared || split > 0
      ? `No benchmark of ${first} is in another input.`
      : `The inputs have no unit of one package in common, so nothing is compared with ${first}.`);
  }
  return all;
}

/** Numbers the footnotes of a table as they come. */
class TableState {
  private readonly notes: string[] = [];
  private readonly isBinary: boolean;
  private readonly better: -1 | 0 | 1;

  constructor(private readonly table: Table, compared: ComparedInputs) {
    this.isBinary = isBinaryUnit(table.unit);
    this.better = compared.better(table.unit);
  }

  all(): Pick<BenchmarksTable, 'unit' | 'rows' | 'totals' | 'notes'> {
    const { unit, rows, totals } = this.table;
    return {
      unit,
      rows: rows.map((row) => this.rowOf(row)),
      totals: rows.length > 1 ? totals.map((total, column) => this.totalOf(total, column)) : [],
      notes: this.notes.map((text) => ({ text, plain: plainFootnote(text) })),
    };
  }

  private rowOf({ label, cells }: Row): BenchmarksRow {
    const scale = commonScale(cells.map(({ summary }) => summary.center), this.isBinary);
    const all = new Array<BenchmarksCell | undefined>(this.table.columns.length).fill(undefined);
    for (const cell of cells) all[cell.column] = this.cellOf(cell, scaledText(cell.summary.center, scale));
    return { name: label, cells: all };
  }

  private cellOf({ summary, sampleWarnings, comparison }: Cell, center: string): BenchmarksCell {
    const notes = this.numbersOf([...sampleWarnings, ...summary.warnings]);
    const delta = comparison && this.deltaOf(comparison, summary.center);
    return { center, range: rangeText(summary), value: summary.center, notes, delta };
  }

  private deltaOf(comparison: ComparedCell, now: number): BenchmarksDelta {
    const { old, p, isChanged, warnings } = comparison;
    return {
      text: deltaText(comparison, old, now),
      evidence: evidenceText(comparison),
      value: deltaOf(old, now),
      p,
      kind: !isChanged || old === now ? 'none' : kindOf(this.better * (now - old)),
      notes: this.numbersOf(warnings),
    };
  }

  private totalOf({ center, ratio, warnings }: Total, column: number): BenchmarksTotal {
    return {
      center: center === undefined ? '' : scaledText(center, commonScale([center], this.isBinary)),
      ratio: column === 0 ? undefined : ratio === undefined ? '?' : `${signedText((ratio - 1) * 100, 2)}%`,
      notes: this.numbersOf(warnings),
    };
  }

  private numbersOf(warnings: readonly string[]): number[] {
    return warnings.map((warning) => {
      if (!this.notes.includes(warning)) this.notes.push(warning);
      return this.notes.indexOf(warning) + 1;
    });
  }
}

function kindOf(gain: number): BenchmarksDelta['kind'] {
  return gain > 0 ? 'better' : gain < 0 ? 'worse' : 'changed';
}

/** The chart of a row; undefined: there is no such row. */
export function benchmarksChart(
  { sources, compared, now }: Pick<BenchmarksShown, 'sources' | 'compared' | 'now'>,
  place: { readonly table: number; readonly row: number },
): BenchmarksChart | undefined {
  const { tables, columnFields } = compared.tables;
  const table = tables.at(place.table);
  const row = table?.rows.at(place.row);
  if (table === undefined || row === undefined) return undefined;
  const shown = row.cells.flatMap((cell) => {
    const label = keyText(columnFields, table.columns[cell.column]);
    const source = sources.find((each) => each.label === label);
    return source === undefined ? [] : [{ cell, source }];
  });
  const isByTime = shown.every(({ source }) => source.time !== undefined);
  if (isByTime) shown.sort((a, b) => (a.source.time ?? 0) - (b.source.time ?? 0));
  return {
    name: row.label,
    unit: table.unit,
    isByTime,
    series: shown.map(({ cell: { summary, values }, source: { label, time, commit } }) => ({
      label,
      when: time === undefined ? undefined : whenText(time, now),
      commit,
      values,
      center: summary.center,
      low: Number.isFinite(summary.lo) ? summary.lo : undefined,
      high: Number.isFinite(summary.hi) ? summary.hi : undefined,
    })),
    scale: commonScale(row.cells.map(({ summary }) => summary.center), isBinaryUnit(table.unit)),
  };
}
