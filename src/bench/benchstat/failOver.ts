import { deltaText } from '../statistics/compareSamples';
import { fixedText } from '../statistics/goNumbers';
import { differingFields, type Field, type Key, keyText, valueOf } from './projection';
import type { Cell, Row, Table, Tables } from './tables';
import type { UnitMetadata } from './unitMetadata';
import { withoutProcs } from '../grammar/benchmarkName';
import { cutOffUnits, type FigurePair } from '../cutOff';

/** The result of a regression check. */
export interface Verdict {
  /** One line for each significant regression above the limit; a regression from 0 is above every limit. */
  readonly regressions: readonly string[];
  /** Lines like those of regressions, for figures so close that they may be equal: see CutOffCells. */
  readonly cutOff: readonly string[];
  /** Why there is no comparison in a unit whose better direction is known; undefined if there is one. */
  readonly whyNone: string | undefined;
}

/**
 * Finds regressions, for `-fail-over`.
 * @param limit the largest regression that passes, in percent
 */
export function judge(all: Tables, units: UnitMetadata, limit: number): Verdict {
  const { tables, columnFields } = all;
  const compared = tables.flatMap((table) => cellsOf(table).map((cell) => ({ table, ...cell })));
  const directed = compared.filter(({ table: { unit } }) => units.better(unit) !== 0);
  const worse = directed.filter(({ table: { unit }, cell }) => isWorse(cell, units.better(unit), limit));
  const cutOffCells = new CutOffCells(all);
  const cutOff = new Set(tables.flatMap((table) => [...cutOffCells.of(table)]));
  const lines = (isCutOff: boolean) => worse.flatMap(({ table, label, cell }) => {
    const { comparison, summary } = cell;
    const delta = deltaText({ isChanged: true }, comparison!.old, summary.center);
    const line = `${keyText(columnFields, columnOf(table, cell))}: ${label} ${table.unit} ${delta}`;
    return cutOff.has(cell) === isCutOff ? [line] : [];
  });
  const verdict = { regressions: lines(false), cutOff: lines(true) };
  if (directed.length > 0) return { ...verdict, whyNone: undefined };
  if (compared.length === 0) return { ...verdict, whyNone: whyNothingCompares(all) };
  return { ...verdict, whyNone: unitsWithoutDirection(compared.map(({ table }) => table.unit)) };
}

/** The lines to print if the check fails; empty if it passes. The check also fails if there is nothing to compare. */
export function reasonsToFail({ regressions, whyNone }: Verdict, limit: number): string[] {
  if (whyNone !== undefined) return [`-fail-over: there is nothing to compare: ${whyNone}`];
  if (regressions.length === 0) return [];
  return [`Worse by more than ${Number(fixedText(limit, 6))}%:`, ...regressions.map((line) => `  ${line}`)];
}

/** The lines to print about figures that may be equal, whether the check fails or not. */
export function remarksOn({ cutOff }: Verdict): string[] {
  if (cutOff.length === 0) return [];
  return ['May be no change, since go test cuts off decimals (9.999 reads 9):', ...cutOff.map((line) => `  ${line}`)];
}

interface LabeledCell {
  readonly label: string;
  readonly cell: Cell;
}

const cellsOf = ({ rows }: Table): LabeledCell[] =>
  rows.flatMap(({ label, cells }) =>
    cells.filter(({ comparison }) => comparison !== undefined).map((cell) => ({ label, cell })));

const columnOf = ({ columns }: Table, { column }: Cell): Key => columns[column];

/** Relative tolerance of the limit, since in floating point 1.05 / 1 − 1 is not exactly 5 %. */
const TOLERANCE = 1e-9;

function isWorse({ comparison, summary }: Cell, better: number, limit: number): boolean {
  if (comparison === undefined || !comparison.isChanged) return false;
  const change = summary.center - comparison.old;
  if (!(-better * change > 0)) return false;
  return comparison.old === 0 || (Math.abs(change) / Math.abs(comparison.old)) * 100 > limit * (1 + TOLERANCE);
}

/** Why comparisons in these units cannot fail. */
function unitsWithoutDirection(units: readonly string[]): string {
  const [first, ...others] = new Set(units);
  const known = `to say it, add a line "Unit ${first} better=lower" or "better=higher" to a file`;
  return `it is not known whether more or less is better for ${[first, ...others].join(', ')} (${known})`;
}

/** Why tables have no comparison: in each row, only one column has results. */
function whyNothingCompares({ tables, tableFields, columnFields }: Tables): string {
  if (tables.length === 0) return 'there are no results';
  const columns = new Map<string, Key[]>();
  for (const table of tables) {
    for (const column of table.columns) {
      const name = keyText(columnFields, column);
      columns.set(name, [...(columns.get(name) ?? []), table.key]);
    }
  }
  if (columns.size === 1) return `all results are in one column, ${[...columns.keys()][0]}`;
  if (tables.some(differOnlyInProcessors)) {
    return 'names differ only in GOMAXPROCS, the -N at their end (see -ignore=/gomaxprocs)';
  }
  if (tables.some((table) => table.columns.length > 1)) return 'no benchmark is in the first column and in another one';
  const fields = separatingFields(tableFields, [...columns.values()]);
  return `each table has one column, because the columns differ in ${fields.join(', ')} (see -ignore and -table)`;
}

/** Whether a name of the first column is that of another column, except for the number of processors at its end. */
function differOnlyInProcessors({ rows }: Table): boolean {
  const namesIn = (isFirst: boolean) => rows
    .filter(({ cells }) => cells.some(({ column }) => (column === 0) === isFirst))
    .map(({ label }) => withoutProcs(label));
  const first = new Set(namesIn(true));
  return namesIn(false).some((name) => first.has(name));
}

/** Names of the fields in which the tables of the first column have no value in common with those of another one. */
function separatingFields(fields: readonly Field[], [first, ...others]: readonly Key[][]): string[] {
  const separates = (field: Field) => {
    const values = new Set(first.map((key) => valueOf(key, field)));
    return others.some((keys) => keys.every((key) => !values.has(valueOf(key, field))));
  };
  const separating = fields.filter(separates).map(({ name }) => name);
  return separating.length > 0 ? separating : differingFields(fields, [first, ...others].flat());
}

/** Finds the changes that may be only of the decimals that `go test` cuts off: see cutOffUnits. */
export class CutOffCells {
  /** The tables of bytes, by their keys without the unit. */
  private readonly bytes = new Map<string, Table>();

  constructor(private readonly all: Tables) {
    for (const table of all.tables) if (table.unit === 'B/op') this.bytes.set(this.keyOf(table), table);
  }

  /** The cells of a table whose change from the first column may be none. */
  of(table: Table): ReadonlySet<Cell> {
    if (table.unit !== 'B/op' && table.unit !== 'allocs/op') return NONE;
    const bytes = this.bytes.get(this.keyOf(table));
    const bytesOf = new Map(bytes === undefined || bytes === table ? [] : bytes.rows.map((row) => [row.label, row]));
    return new Set(table.rows.flatMap(({ label, cells }) => cells.filter((cell) => {
      const pair = pairOf(table.unit, cell);
      return pair !== undefined && cutOffUnits([pair, ...bytesBeside(cell, bytesOf.get(label))]).has(table.unit);
    })));
  }

  private keyOf({ key }: Table): string {
    const { tableFields } = this.all;
    return JSON.stringify(tableFields.map(({ name, index }) => (name === '.unit' ? '' : (key.values[index] ?? ''))));
  }
}

const NONE: ReadonlySet<Cell> = new Set();

function bytesBeside({ column }: Cell, row: Row | undefined): FigurePair[] {
  const cell = row?.cells.find((each) => each.column === column);
  if (!cell?.comparison) return [];
  const { comparison, summary } = cell;
  return [{ unit: 'B/op', before: comparison.old, now: comparison.isChanged ? summary.center : comparison.old }];
}

/** Undefined if the cell is not compared, or did not change. */
function pairOf(unit: string, { comparison, summary }: Cell): FigurePair | undefined {
  return comparison?.isChanged ? { unit, before: comparison.old, now: summary.center } : undefined;
}
