import type { Steps } from '../../profile/common/guard';
import { csvReport } from '../benchstat/csvReport';
import { CutOffCells } from '../benchstat/failOver';
import { keyText } from '../benchstat/projection';
import { type Tables, tableTitles } from '../benchstat/tables';
import { textReport } from '../benchstat/textReport';
import type {
  BenchmarksTable, ComparisonSummary, CopyFormat, RowRuns, RowsAnswer, RowsParams, RowsView,
} from './answers';
import { type ComparedInput, type ComparedInputs, compareInputs } from './compareInputs';
import { differingKeys } from './ignoredKeys';
import { markdownReport } from './markdownReport';
import { packageOf, rowRuns, rowsInOrder } from './rowsInOrder';
import { TableFigures } from './tableFigures';

/** Limit for the tables on the page, since results may come from hundreds of packages. Copied text has all tables. */
const MAX_TABLES = 300;
/** Limit for the rows of each table in a `ComparisonSummary`. */
const MAX_FIRST_ROWS = 60;
/** Limit for the rows of all tables in a `ComparisonSummary`. */
const MAX_ALL_FIRST_ROWS = 600;

/** Compares inputs, then prepares the summary and the first rows for the page. */
export function* comparing(inputs: readonly ComparedInput[], ignoresProcs: boolean): Steps<Comparison> {
  const compared = yield* compareInputs(inputs, ignoresProcs);
  return yield* Comparison.of(inputs, compared);
}

/** benchstat's tables, and answers about them for the page. */
export class Comparison {
  readonly tables: Tables;
  private readonly lastIndexes = new Map<number, { readonly key: string; readonly indexes: Int32Array }>();

  private constructor(
    readonly summary: ComparisonSummary,
    compared: ComparedInputs,
    private readonly figures: readonly TableFigures[],
    private readonly inputIndexes: ReadonlyMap<string, number>,
  ) {
    this.tables = compared.tables;
  }

  /** Prepares the first tables and rows for the page, in steps. */
  static *of(inputs: readonly ComparedInput[], compared: ComparedInputs): Steps<Comparison> {
    const { tables, ignored, splitByProcs } = compared;
    const inputIndexes = new Map(inputs.map(({ label }, index) => [label, index]));
    const titles = tableTitles(tables);
    const cutOff = new CutOffCells(tables);
    const figures: TableFigures[] = [];
    const summaries: BenchmarksTable[] = [];
    let remaining = MAX_ALL_FIRST_ROWS;
    for (const [i, table] of tables.tables.slice(0, MAX_TABLES).entries()) {
      const tableFigures = new TableFigures(table, compared.better(table.unit), cutOff.of(table));
      const rowCount = Math.min(MAX_FIRST_ROWS, remaining, table.rows.length);
      remaining -= rowCount;
      figures.push(tableFigures);
      summaries.push({
        titles: titles[i],
        unit: table.unit,
        columns: table.columns.map((key) => inputIndexes.get(keyText(tables.columnFields, key)) ?? 0),
        rows: Array.from({ length: rowCount }, (_, at) => tableFigures.row(at)),
        count: table.rows.length,
        widest: yield* tableFigures.widest(),
        means: tableFigures.means,
        notes: tableFigures.notes,
        tallies: tableFigures.tallies,
        span: yield* tableFigures.span(),
        pkg: packageOf(tables, table),
      });
    }
    const names = new Set<string>();
    let hasDelta = false;
    for (const { rows } of tables.tables) {
      for (const { label, cells } of rows) {
        names.add(label);
        hasDelta ||= cells.some(({ comparison }) => comparison !== undefined);
      }
      yield;
    }
    const summary: ComparisonSummary = {
      tables: summaries,
      tableCount: tables.tables.length,
      nameCount: names.size,
      ignored,
      differing: differingKeys(inputs, ignored),
      splitByProcs,
      hasDelta,
      isCompared: tables.tables.some(({ columns }) => columns.length > 1),
    };
    return new Comparison(summary, compared, figures, inputIndexes);
  }

  /** Number of rows that match a filter, for each table on the page. */
  *counts(filter: string): Steps<number[]> {
    const counts: number[] = [];
    for (let table = 0; table < this.figures.length; table++) {
      counts.push(this.rowIndexesOf(table, { filter }).length);
      yield;
    }
    return counts;
  }

  /** A range of a table's filtered and sorted rows; empty if the page has no such table. */
  rows({ table, from, to, find, filter, order }: RowsParams): RowsAnswer {
    const figures = this.figures.at(table);
    if (figures === undefined) return { rows: [], count: 0, found: find.map(() => -1) };
    const indexes = this.rowIndexesOf(table, { filter, order });
    return {
      rows: [...indexes.subarray(from, to)].map((at) => ({ at, row: figures.row(at) })),
      count: indexes.length,
      found: find.map((at) => indexes.indexOf(at)),
    };
  }

  /** The runs of a row; undefined if there is no such row. */
  runs(position: { readonly table: number; readonly row: number }): RowRuns | undefined {
    return rowRuns(this.tables, this.inputIndexes, position);
  }

  text(format: CopyFormat): string {
    const { tables } = this;
    if (format === 'markdown') return markdownReport(tables);
    return format === 'csv' ? csvReport(tables, () => undefined) : textReport(tables);
  }

  /**
   * Indexes of the rows that match the filter, in order. Cached for the last filter and order of each table, because
   * the page requests one range of rows after another.
   */
  private rowIndexesOf(table: number, { filter, order }: RowsView): Int32Array {
    const key = JSON.stringify([filter, order?.column, order?.direction]);
    const cached = this.lastIndexes.get(table);
    if (cached?.key === key) return cached.indexes;
    const indexes = rowsInOrder(this.tables.tables[table].rows, { filter, order });
    this.lastIndexes.set(table, { key, indexes });
    return indexes;
  }
}
