import { type FigurePair, cutOffUnits } from '../cutOff';
import type { Cell, Row, Table, Tables } from './tables';

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
