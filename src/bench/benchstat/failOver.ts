import { deltaText } from '../statistics/compareSamples';
import { fixedText } from '../statistics/goNumbers';
import { CutOffCells } from './cutOffCells';
import { unitsWithoutDirection, whyNothingCompares } from './nothingToCompare';
import { keyText, type Key } from './projection';
import type { Cell, Table, Tables } from './tables';
import type { UnitMetadata } from './unitMetadata';

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
