import { finish, type Steps } from '../../profile/common/guard';
import { ascending } from '../statistics/ascending';
import { testSamples } from '../statistics/compareSamples';
import { summarize, summarizeExact, type Summary } from '../statistics/summary';
import { type Filter, keepAll } from './filter';
import { differingFields, type Key, keyText, type Projection } from './projection';
import type { ResultLine, UnitName } from './reader';
import type { Cell, ColumnMean, ComparedCell, Row, Table, Tables } from './tables';
import type { UnitMetadata } from './unitMetadata';
import { geomean } from '../statistics/goMath';

export interface Dimensions {
  /** The last field is the unit. */
  readonly table: Projection;
  readonly row: Projection;
  readonly column: Projection;
  /** All keys that neither the three others nor `-ignore` name. */
  readonly residue: Projection;
}

export interface Levels {
  readonly alpha: number;
  readonly confidence: number;
}

/** Shared, because most cells have no warnings. */
const NO_WARNINGS: readonly string[] = [];

/** The values of one cell, and the residue keys of their results. */
class Sample {
  readonly values: number[] = [];
  private otherResidues: Set<Key> | undefined;

  constructor(readonly column: Key, private readonly residue: Key) {}

  /** Whether all results have the same residue. */
  get isUniform(): boolean {
    return this.otherResidues === undefined;
  }

  add(value: number, residue: Key): void {
    this.values.push(value);
    if (residue === this.residue) return;
    this.otherResidues ??= new Set();
    this.otherResidues.add(residue);
  }

  get residues(): readonly Key[] {
    return this.otherResidues === undefined ? [this.residue] : [this.residue, ...this.otherResidues];
  }
}

/** The samples by row key. Each row has a list, not a map, since there are few columns. */
type Samples = Map<Key, Sample[]>;

/** Collects results into tables. */
export class TableBuilder {
  private readonly samples = new Map<Key, Samples>();
  private readonly last = new LastSamples();

  constructor(private readonly dimensions: Dimensions, private readonly includes: Filter) {}

  add(result: ResultLine): void {
    const { values, units } = result;
    const { table, row, column, residue } = this.dimensions;
    this.last.begin(result);
    let rowKey: Key | undefined;
    let columnKey: Key | undefined;
    for (let i = 0; i < values.length; i++) {
      if (this.includes !== keepAll && !this.includes(result, units[i])) continue;
      const residueKey = (this.last.residue ??= residue.project(result));
      let sample = this.last.at(i, units[i]);
      if (sample === undefined) {
        rowKey ??= row.project(result);
        columnKey ??= column.project(result);
        const cells = this.cellsOf(table.projectUnit(result, units[i].unit), rowKey);
        sample = sampleIn(cells, columnKey);
        if (sample === undefined) cells.push((sample = new Sample(columnKey, residueKey)));
        this.last.set(i, units[i], sample);
      }
      sample.add(values[i], residueKey);
    }
  }

  private cellsOf(table: Key, row: Key): Sample[] {
    let rows = this.samples.get(table);
    if (rows === undefined) this.samples.set(table, (rows = new Map()));
    let cells = rows.get(row);
    if (cells === undefined) rows.set(row, (cells = []));
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
    const { alpha, confidence } = levels;
    const keys = table.sort(this.samples.keys());
    const tables: Table[] = [];
    for (const key of keys) {
      const unit = key.values[unitField.index] ?? '';
      // With `...levels`, V8 gives each object another shape, and compiles what reads it again for each table.
      const tableLevels = { alpha, confidence, isExact: units.isExact(unit) };
      tables.push(yield* this.table(key, unit, this.samples.get(key)!, tableLevels));
    }
    return { tables, tableFields, columnFields: column.fields };
  }

  private *table(key: Key, unit: string, samples: Samples, levels: TableLevels): Steps<Table> {
    const { row, column, residue } = this.dimensions;
    const columns = column.sort(columnsOf(samples));
    const rowFields = row.fields;
    const residueFields = residue.fields;
    const rowOf = (rowKey: Key): Row => {
      const samplesOfRow = samples.get(rowKey)!;
      const cells: Cell[] = [];
      let first: SortedSample | undefined;
      for (let index = 0; index < columns.length; index++) {
        const sample = sampleIn(samplesOfRow, columns[index]);
        if (sample === undefined) continue;
        const now = sortedSampleOf(sample, levels);
        if (index === 0) first = now;
        const sampleWarnings = sample.isUniform ? NO_WARNINGS : variationsOf(sample.residues, residueFields);
        const comparison = index === 0 ? undefined : comparisonOf(first, now, levels);
        cells.push({ column: index, values: sample.values, summary: now.summary, sampleWarnings, comparison });
      }
      return { label: keyText(rowFields, rowKey), cells };
    };
    const rows: Row[] = [];
    for (const rowKey of row.sort(samples.keys())) {
      rows.push(rowOf(rowKey));
      yield;
    }
    return { key, unit, columns, rows, means: geomeanRow(columns.length, rows) };
  }
}

function sampleIn(samples: readonly Sample[], column: Key): Sample | undefined {
  for (let i = 0; i < samples.length; i++) if (samples[i].column === column) return samples[i];
  return undefined;
}

function columnsOf(samples: Samples): Set<Key> {
  const columns = new Set<Key>();
  for (const cells of samples.values()) for (const { column } of cells) columns.add(column);
  return columns;
}

/** Caches the samples of the last result, because the next result is usually of the same benchmark. */
class LastSamples {
  residue: Key | undefined;
  private name: ResultLine['name'] | undefined;
  private version = -1;
  private readonly units: UnitName[] = [];
  private readonly samples: Sample[] = [];
  private count = 0;

  /** Clears the cache unless the result is of the same benchmark and configuration. */
  begin({ name, config: { version } }: ResultLine): void {
    if (name === this.name && version === this.version) return;
    this.name = name;
    this.version = version;
    this.residue = undefined;
    this.count = 0;
  }

  at(index: number, unit: UnitName): Sample | undefined {
    return index < this.count && this.units[index] === unit ? this.samples[index] : undefined;
  }

  set(index: number, unit: UnitName, sample: Sample): void {
    // After a measurement that the filter excludes, later ones are not cached, because the cache has no gaps.
    if (index > this.count) return;
    if (index === this.count) this.count++;
    this.units[index] = unit;
    this.samples[index] = sample;
  }
}

interface SortedSample {
  readonly sorted: ArrayLike<number>;
  readonly summary: Summary;
}

type TableLevels = Levels & { readonly isExact: boolean };

function sortedSampleOf({ values }: Sample, { isExact, confidence }: TableLevels): SortedSample {
  const sorted = ascending(values);
  return { sorted, summary: isExact ? summarizeExact(sorted) : summarize(sorted, confidence) };
}

/** Undefined if there is no old sample. */
function comparisonOf(
  old: SortedSample | undefined,
  now: SortedSample,
  { isExact, alpha }: TableLevels,
): ComparedCell | undefined {
  if (old === undefined) return undefined;
  const { center } = old.summary;
  const n1 = old.sorted.length;
  const n2 = now.sorted.length;
  if (isExact) return { p: 0, n1, n2, isChanged: true, warnings: NO_WARNINGS, old: center };
  const { p, isChanged, warnings } = testSamples(old.sorted, now.sorted, alpha);
  return { p, n1, n2, isChanged, warnings, old: center };
}

function variationsOf(residues: readonly Key[], fields: Projection['fields']): string[] {
  const names = differingFields(fields, residues);
  return names.length === 0 ? [] : [`benchmarks vary in ${names.join(', ')}`];
}

/**
 * The row of geometric means below a table.
 *
 * A column's ratio is the geometric mean of its rows' ratios, not the ratio of the columns' geometric means, which
 * would mislead if a column lacks rows.
 */
function geomeanRow(columnCount: number, rows: readonly Row[]): ColumnMean[] {
  const columns = Array.from({ length: columnCount }, (): Cell[] => []);
  for (const { cells } of rows) for (const cell of cells) columns[cell.column].push(cell);
  return columns.map((cells, column) => {
    const warnings: string[] = [];
    const ratios = column === 0 ? undefined : ratiosOf(cells);
    if (ratios !== undefined && ratios.length !== columns[0].length) {
      warnings.push('benchmark set differs from baseline; geomeans may not be comparable');
    }
    const mean = (values: Iterable<number>, name: string): number | undefined => {
      const value = geomean(values);
      if (Number.isNaN(value)) warnings.push(`${name} must be >0 to compute geomean`);
      return Number.isNaN(value) ? undefined : value;
    };
    const center = mean(cells.map(({ summary }) => summary.center), 'summaries');
    const isRatio = ratios !== undefined && !ratios.includes(undefined);
    return { center, ratio: isRatio ? mean(ratios as number[], 'ratios') : undefined, warnings };
  });
}

/** The ratios of the cells with a comparison: 1 for equal values, even 0 / 0; undefined if only the old value is 0. */
function ratiosOf(cells: readonly Cell[]): (number | undefined)[] {
  const ratios: (number | undefined)[] = [];
  for (const { summary: { center }, comparison } of cells) {
    if (comparison === undefined) continue;
    const { old } = comparison;
    ratios.push(center === old ? 1 : old === 0 ? undefined : center / old);
  }
  return ratios;
}
