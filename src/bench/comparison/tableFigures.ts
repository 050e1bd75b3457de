import type { Steps } from '../../profile/common/guard';
import type { Cell, ColumnMean, ComparedCell, Table } from '../benchstat/tables';
import { metricCells } from '../../profile/text/screen/figure';
import { changePercent } from '../../profile/text/screen/change';
import { THIN_SPACE } from '../../profile/text/screen/digits';
import { percentText } from '../../profile/text/screen/share';
import { pText } from '../verdictWords';
import { rangeText } from '../statistics/summary';
import { deltaOf } from '../statistics/compareSamples';
import { ratioInterval } from '../statistics/ratioInterval';
import type {
  BenchmarksCell, BenchmarksDelta, BenchmarksMean, BenchmarksNote, BenchmarksRow, RelativeChange, Tally,
} from './answers';

/** The figures of benchstat's tables as the page shows them. Footnotes are numbered in the order of the rows. */
export class TableFigures {
  /** The footnote numbers of warnings. */
  private readonly numbers = new Map<string, number>();

  /**
   * @param better 1 if more of the unit is better, -1 if less is, 0 if unknown
   * @param cutOff the cells whose change may be none: see CutOffCells
   */
  constructor(
    private readonly table: Table,
    private readonly better: -1 | 0 | 1,
    private readonly cutOff: ReadonlySet<Cell>,
  ) {
    for (const { cells } of table.rows) {
      for (const { sampleWarnings, summary, comparison } of cells) {
        this.addNotes(sampleWarnings);
        this.addNotes(summary.warnings);
        if (comparison) this.addNotes(comparison.warnings);
      }
    }
    if (table.rows.length > 1) for (const { warnings } of table.means) this.addNotes(warnings);
    // Last, so that the numbers of benchstat's footnotes are those that it prints.
    if (cutOff.size > 0) this.addNotes([CUT_OFF]);
  }

  get notes(): BenchmarksNote[] {
    return [...this.numbers.keys()].map((text) => {
      return text === CUT_OFF ? { text: '', plain: CUT_OFF_NOTE } : { text, plain: plainFootnote(text) };
    });
  }

  /** The geometric means; empty for a single row. */
  get means(): BenchmarksMean[] {
    const { rows, means } = this.table;
    return rows.length > 1 ? means.map((mean, column) => this.meanOf(mean, column)) : [];
  }

  row(at: number): BenchmarksRow {
    const texts = this.texts(at);
    const cells = [...texts.cells];
    const measured = this.table.rows[at].cells;
    for (const cell of measured) {
      const text = cells[cell.column];
      const change = changeOf(cell, measured, true);
      if (text?.delta && change) cells[cell.column] = { ...text, delta: { ...text.delta, change } };
    }
    return { ...texts, cells };
  }

  private texts(at: number): BenchmarksRow {
    const { label, cells } = this.table.rows[at];
    const centers = metricCells(cells.map(({ summary }) => summary.center), this.table.unit);
    const columns = new Array<BenchmarksCell | undefined>(this.table.columns.length).fill(undefined);
    cells.forEach((cell, i) => (columns[cell.column] = this.cellOf(cell, centers[i])));
    return { name: label, cells: columns };
  }

  /** For each column but the first, how many rows are better, worse and so on. */
  get tallies(): Tally[] {
    const tallies = this.table.columns.slice(1).map(() => ({ better: 0, worse: 0, changed: 0, none: 0, untested: 0 }));
    for (const { cells } of this.table.rows) {
      for (const cell of cells) {
        const { column, comparison } = cell;
        if (comparison) tallies[column - 1][isUntested(comparison) ? 'untested' : this.kindOf(comparison, cell)]++;
      }
    }
    return tallies;
  }

  /**
   * The largest change that pictures show: all centers have room, and the intervals of changes. Wider ones of rows that
   * did not change are cut.
   */
  *span(): Steps<number> {
    let [largest, ofUnchanged, hasChanged] = [0, 0, false];
    for (const [at, { cells }] of this.table.rows.entries()) {
      for (const cell of cells) {
        const isChanged = cell.comparison !== undefined && this.kindOf(cell.comparison, cell) !== 'none';
        hasChanged ||= isChanged;
        const change = changeOf(cell, cells, at < MAX_INTERVALS);
        if (!change) continue;
        const { low = change.at, high = change.at } = change;
        const bounds = Math.max(-low, high);
        largest = Math.max(largest, Math.abs(change.at), isChanged ? bounds : 0);
        ofUnchanged = Math.max(ofUnchanged, bounds);
      }
      if (at % 64 === 0) yield;
    }
    const wanted = Math.min(LARGEST_SPAN, hasChanged ? largest : Math.max(largest, ofUnchanged));
    return SPANS.find((span) => span >= wanted) ?? LARGEST_SPAN;
  }

  /** A row that has the longest texts of all rows in each column. */
  *widest(): Steps<BenchmarksRow> {
    let widest: BenchmarksRow = { name: '', cells: this.table.columns.map(() => undefined) };
    for (let at = 0; at < this.table.rows.length; at++) {
      widest = mergeLongest(widest, this.texts(at));
      if (at % 256 === 0) yield;
    }
    return widest;
  }

  private cellOf(cell: Cell, center: string): BenchmarksCell {
    const { summary, sampleWarnings, comparison } = cell;
    const notes = [...this.numbersOf(sampleWarnings), ...this.numbersOf(summary.warnings)];
    return { center, range: rangeText(summary).replace('%', `${THIN_SPACE}%`), notes, delta: comparison && this.deltaOf(comparison, cell) };
  }

  private deltaOf(comparison: ComparedCell, cell: Cell): BenchmarksDelta {
    const { old, warnings } = comparison;
    return {
      text: deltaText(comparison, old, cell.summary.center),
      evidence: evidenceText(comparison),
      kind: this.kindOf(comparison, cell),
      notes: this.numbersOf(this.cutOff.has(cell) ? [...warnings, CUT_OFF] : warnings),
    };
  }

  private kindOf({ old, isChanged }: ComparedCell, cell: Cell): BenchmarksDelta['kind'] {
    const now = cell.summary.center;
    return !isChanged || old === now || this.cutOff.has(cell) ? 'none' : kindOf(this.better * (now - old));
  }

  private meanOf({ center, ratio, warnings }: ColumnMean, column: number): BenchmarksMean {
    return {
      center: center === undefined ? '' : metricCells([center], this.table.unit)[0],
      delta: column === 0 ? undefined : ratio === undefined ? '?' : changePercent(ratio - 1, 1) || percentText(0),
      notes: this.numbersOf(warnings),
    };
  }

  /** Gives the next numbers to warnings that have none. */
  private addNotes(warnings: readonly string[]): void {
    for (const warning of warnings) {
      if (!this.numbers.has(warning)) this.numbers.set(warning, this.numbers.size + 1);
    }
  }

  private numbersOf(warnings: readonly string[]): number[] {
    return warnings.map((warning) => this.numbers.get(warning)!);
  }
}

/** Whether the samples are so small that even the clearest difference would not be significant. */
function isUntested({ isChanged, warnings }: ComparedCell): boolean {
  return !isChanged && warnings.some((warning) => warning.startsWith('need '));
}

/** The change of a cell against the first one of its row, which is in the first column. */
function changeOf(cell: Cell, [base]: readonly Cell[], withInterval: boolean): RelativeChange | undefined {
  const { comparison, summary: { center } } = cell;
  const at = comparison && deltaOf(comparison.old, center);
  if (at === undefined || !Number.isFinite(at)) return undefined;
  const interval = withInterval ? ratioInterval(base.values, cell.values) : undefined;
  return interval ? { at, low: interval.lo - 1, high: interval.hi - 1 } : { at };
}

/** Pictures have one of these largest changes: 100 % is half of a bar that doubles. */
const SPANS = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1];
const LARGEST_SPAN = 1;
/** The intervals of more rows take too long to compute for the scale alone. */
const MAX_INTERVALS = 500;

/** `~` if not significant, `+1.23 %`, `0 %` for equal centers, `?` if the old center is 0. */
function deltaText({ isChanged }: ComparedCell, old: number, now: number): string {
  if (!isChanged) return '~';
  if (old === now) return percentText(0);
  return old === 0 ? '?' : changePercent(now - old, old);
}

/** `p = 0.002, n = 6`, or `p = 0.002, n = 6+8` for samples of different sizes; without p for exact values. */
function evidenceText({ p, n1, n2 }: ComparedCell): string {
  const counts = n1 === n2 ? `n = ${n1}` : `n = ${n1}+${n2}`;
  return p === 0 ? counts : `p ${pText(p)}, ${counts}`;
}

/** Stands for CUT_OFF_NOTE among benchstat's warnings. */
const CUT_OFF = 'cut off';
const CUT_OFF_NOTE =
  'May be no change: go test prints whole numbers and cuts off decimals, so that 9.999 reads 9 and 10.000 reads 10.';

function kindOf(gain: number): BenchmarksDelta['kind'] {
  return gain > 0 ? 'better' : gain < 0 ? 'worse' : 'changed';
}

function mergeLongest(a: BenchmarksRow, b: BenchmarksRow): BenchmarksRow {
  return { name: longer(a.name, b.name), cells: a.cells.map((cell, i) => longestOfCells(cell, b.cells[i])) };
}

function longestOfCells(a: BenchmarksCell | undefined, b: BenchmarksCell | undefined): BenchmarksCell | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    center: longer(a.center, b.center),
    range: longer(a.range, b.range),
    notes: longerList(a.notes, b.notes),
    delta: longestOfDeltas(a.delta, b.delta),
  };
}

function longestOfDeltas(a: BenchmarksDelta | undefined, b: BenchmarksDelta | undefined): BenchmarksDelta | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    text: longer(a.text, b.text),
    evidence: longer(a.evidence, b.evidence),
    // The page draws a mark beside better and worse, which takes space.
    kind: a.kind === 'better' || a.kind === 'worse' ? a.kind : b.kind,
    notes: longerList(a.notes, b.notes),
  };
}

const longer = (a: string, b: string): string => (b.length > a.length ? b : a);
const longerList = (a: readonly number[], b: readonly number[]): readonly number[] => (b.length > a.length ? b : a);

/** A footnote of benchstat in plain words; any other text unchanged. */
export function plainFootnote(note: string): string {
  for (const [pattern, words] of WORDS) {
    const match = pattern.exec(note);
    if (match !== null) return words(match.slice(1));
  }
  return note;
}

const percent = (level: string): string => `${Number((Number(level) * 100).toPrecision(10))}${THIN_SPACE}%`;

const WORDS: readonly (readonly [RegExp, (groups: readonly string[]) => string])[] = [
  [/^need (>=?) (\d+) samples for confidence interval at level ([\d.e-]+)$/, ([sign, count, level]) =>
    `Too few runs to say how far the median may be off: a ${percent(level)} confidence interval needs ${atLeast(sign, count)} runs (-count).`],
  [/^need (>=?) (\d+) samples to detect a difference at alpha level ([\d.e-]+)$/, ([sign, count, alpha]) =>
    `Too few runs to tell a change from noise: even the clearest difference arises by chance in more than ${percent(alpha)} of cases. Measure each side ${atLeast(sign, count)} times (-count).`],
  [/^all samples are equal$/, () => 'Every run gave the same figure on both sides: there is no difference, and nothing to test.'],
  [/^benchmarks vary in (.+)$/, ([keys]) =>
    `These runs differ in ${keys}, but are summarized together.`],
  [/^exact distribution expected, but values range from (.+) to (.+)$/, ([from, to]) =>
    `The unit is declared as exact, yet the runs gave figures from ${from} to ${to}: the most frequent one is shown.`],
  [/^benchmark set differs from baseline; geomeans may not be comparable$/, () =>
    'This column does not have the same benchmarks as the first one, so the two geometric means cover different benchmarks. The change of the mean covers only the benchmarks that both columns have.'],
  [/^summaries must be >0 to compute geomean$/, () =>
    'A geometric mean needs figures above zero, and at least one here is zero or less.'],
  [/^ratios must be >0 to compute geomean$/, () =>
    'A geometric mean of changes needs a benchmark that is in both columns, and figures above zero.'],
];

const atLeast = (sign: string, count: string): string => `${sign === '>' ? 'more than' : 'at least'} ${count}`;
