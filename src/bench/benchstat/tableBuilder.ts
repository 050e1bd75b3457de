import { finish, type Steps } from '../../profile/work/guard';
import { ascending } from '../statistics/ascending';
import { testSamples } from '../statistics/compare';
import { geomean } from '../statistics/geomean';
import { summarize, summarizeExact } from '../statistics/summary';
import { keepAll, type Filter } from './filter';
import { differingFields, keyText, type Key, type Projection } from './projection';
import type { BenchmarkResult } from './reader';
import type { Cell, ComparedCell, Row, Table, Tables, Total } from './tables';
import type { UnitMetadata } from './unitMetadata';

export interface Dimensions {
  /** Its last field is the unit. */
  readonly table: Projection;
  readonly row: Projection;
  readonly column: Projection;
  /** The keys that none of the three has. */
  readonly residue: Projection;
}

export interface Levels {
  readonly alpha: number;
  readonly confidence: number;
}

/** The values of one cell, and the residue keys of their results. */
class Sample {
  readonly values: number[] = [];
  private others: Set<Key> | undefined;

  constructor(private readonly residue: Key) {}

  add(value: number, residue: Key): void {
    this.values.push(value);
    if (residue === this.residue) return;
    this.others ??= new Set();
    this.others.add(residue);
  }

  get residues(): readonly Key[] {
    return this.others === undefined ? [this.residue] : [this.residue, ...this.others];
  }
}

/** Samples by row key, then by column key. */
type Samples = Map<Key, Map<Key, Sample>>;

/** Collects results into tables. */
export class TableBuilder {
  private readonly samples = new Map<Key, Samples>();

  constructor(private readonly dimensions: Dimensions, private readonly keeps: Filter) {}

  add(result: BenchmarkResult): void {
    const { values, units } = result;
    const { table, row, column, residue } = this.dimensions;
    for (let i = 0; i < values.length; i++) {
      if (this.keeps !== keepAll && !this.keeps(result, units[i])) continue;
      const cells = this.cellsOf(table.project(result, units[i].unit), row.project(result));
      const residueKey = residue.project(result);
      const columnKey = column.project(result);
      let sample = cells.get(columnKey);
      if (sample === undefined) cells.set(columnKey, (sample = new Sample(residueKey)));
      sample.add(values[i], residueKey);
    }
  }

  private cellsOf(table: Key, row: Key): Map<Key, Sample> {
    let rows = this.samples.get(table);
    if (rows === undefined) this.samples.set(table, (rows = new Map()));
    let cells = rows.get(row);
    if (cells === undefined) rows.set(row, (cells = new Map()));
    return cells;
  }

  tables(units: UnitMetadata, levels: Levels): Tables {
    return finish(this.building(units, levels));
  }

  /** Like `tables`, in steps. */
  *building(units: UnitMetadata, levels: Levels): Steps<Tables> {
    const { table, column } = this.dimensions;
    const tableFields = table.fields;
    const unitField = tableFields[tableFields.length - 1];
    const keys = table.sort(this.samples.keys());
    const tables: Table[] = [];
    for (const key of keys) {
      const unit = key.values[unitField.index] ?? '';
      tables.push(yield* this.table(key, unit, this.samples.get(key)!, { ...levels, isExact: units.isExact(unit) }));
    }
    return { tables, tableFields, columnFields: column.fields };
  }

  private *table(key: Key, unit: string, samples: Samples, levels: TableLevels): Steps<Table> {
    const { row, column, residue } = this.dimensions;
    const columns = column.sort(new Set([...samples.values()].flatMap((cells) => [...cells.keys()])));
    const indexes = new Map(columns.map((columnKey, index) => [columnKey, index]));
    const rowFields = row.fields;
    const residueFields = residue.fields;
    const rowOf = (rowKey: Key): Row => {
      const inOrder = [...samples.get(rowKey)!].sort(([a], [b]) => indexes.get(a)! - indexes.get(b)!);
      let first: SortedSample | undefined;
      const cells = inOrder.map(([columnKey, sample]) => {
        const index = indexes.get(columnKey)!;
        const cell = { ...summarized(sample, levels), sampleWarnings: variationsOf(sample.residues, residueFields) };
        if (index === 0) first = cell;
        return { column: index, ...cell, comparison: index === 0 ? undefined : compared(first, cell, levels) };
      });
      return { label: keyText(rowFields, rowKey), cells };
    };
    const rows: Row[] = [];
    for (const rowKey of row.sort(samples.keys())) {
      rows.push(rowOf(rowKey));
      yield;
    }
    return { key, unit, columns, rows, totals: totalsOf(columns.length, rows) };
  }
}

interface SortedSample extends Pick<Cell, 'summary' | 'values'> {
  readonly sorted: ArrayLike<number>;
}

type TableLevels = Levels & { readonly isExact: boolean };

function summarized({ values }: Sample, { isExact, confidence }: TableLevels): SortedSample {
  const sorted = ascending(values);
  return { values, sorted, summary: isExact ? summarizeExact(sorted) : summarize(sorted, confidence) };
}

function compared(old: SortedSample | undefined, now: SortedSample, levels: TableLevels): ComparedCell | undefined {
  if (old === undefined) return undefined;
  const { center } = old.summary;
  if (!levels.isExact) return { ...testSamples(old.sorted, now.sorted, levels.alpha), old: center };
  return { p: 0, n1: old.sorted.length, n2: now.sorted.length, isChanged: true, warnings: [], old: center };
}

function variationsOf(residues: readonly Key[], fields: Projection['fields']): string[] {
  const names = differingFields(fields, residues);
  return names.length === 0 ? [] : [`benchmarks vary in ${names.join(', ')}`];
}

/** The ratio is the mean of the rows' ratios, not that of the totals: it stays meaningful if a column lacks rows. */
function totalsOf(columnCount: number, rows: readonly Row[]): Total[] {
  const columns = Array.from({ length: columnCount }, (): Cell[] => []);
  for (const { cells } of rows) for (const cell of cells) columns[cell.column].push(cell);
  return columns.map((cells, column) => {
    const warnings: string[] = [];
    const ratios = column === 0 ? undefined : ratiosOf(cells);
    if (ratios !== undefined && ratios.length !== columns[0].length) {
      warnings.push('benchmark set differs from baseline; geomeans may not be comparable');
    }
    const mean = (values: Iterable<number>, name: string): number | undefined => {
      const found = geomean(values);
      if (Number.isNaN(found)) warnings.push(`${name} must be >0 to compute geomean`);
      return Number.isNaN(found) ? undefined : found;
    };
    const center = mean(cells.map(({ summary }) => summary.center), 'summaries');
    const isRatio = ratios !== undefined && !ratios.includes(undefined);
    return { center, ratio: isRatio ? mean(ratios as number[], 'ratios') : undefined, warnings };
  });
}

/** The ratios of the cells with a comparison: 1 for equal values, even 0 / 0; undefined if only the old value is 0. */
function ratiosOf(cells: readonly Cell[]): (number | undefined)[] {
  return cells.flatMap(({ summary, comparison }) => {
    if (comparison === undefined) return [];
    const [now, old] = [summary.center, comparison.old];
    return [now === old ? 1 : old === 0 ? undefined : now / old];
  });
}
