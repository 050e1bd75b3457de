import { Float64Column, Uint32Column, filledUint32, pushFloat64, pushUint32 } from '../work/columns';
import type { Growth } from '../work/columns';
import { claim } from '../work/guard';
import { RestRows, joinRests, pickRests } from '../wideNumbers';
import type { PositionColumn } from '../model';

/**
 * Lines and columns of source. Nearly all profiles keep them in 32 bits; one with a line below 0 (Julia's have −1) or
 * from 2^32 on keeps its column in floats.
 */
export class Positions {
  readonly narrow: Uint32Column;
  private wideRows: Uint32Column | undefined;
  private wide: Float64Column | undefined;
  private rests: RestRows | undefined;

  constructor(private readonly growth: Growth) {
    this.narrow = new Uint32Column(growth);
  }

  get length(): number {
    return this.narrow.length;
  }

  /** @param rest what the float lacks to the integer, where it is past 2^53 */
  push(position: number, rest: number): void {
    if (position >>> 0 !== position) {
      pushUint32((this.wideRows ??= new Uint32Column(this.growth)), this.length);
      pushFloat64((this.wide ??= new Float64Column(this.growth)), position);
      (this.rests ??= new RestRows(this.growth)).note(this.length, rest);
    }
    pushUint32(this.narrow, position);
  }

  filled(): PositionColumn {
    const narrow = filledUint32(this.narrow);
    const { wide, wideRows } = this;
    if (wide === undefined) return narrow;
    claim(Float64Array.BYTES_PER_ELEMENT * narrow.length);
    const column = Float64Array.from(narrow);
    for (let i = 0; i < wide.length; i++) column[wideRows!.array[i]] = wide.array[i];
    return this.rests!.of(column);
  }
}

/** The positions of the rows. */
export function pickPositions(column: PositionColumn, rows: ArrayLike<number>): PositionColumn {
  if (column instanceof Uint32Array) return Uint32Array.from(rows, (row) => column[row]);
  return pickRests(column, Float64Array.from(rows, (row) => column[row]), rows);
}

/** The positions of two tables, one behind the other. */
export function joinPositions(a: PositionColumn, b: PositionColumn): PositionColumn {
  const isNarrow = a instanceof Uint32Array && b instanceof Uint32Array;
  const all = isNarrow ? new Uint32Array(a.length + b.length) : new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all instanceof Uint32Array ? all : joinRests(all, a, b);
}

/** A line that an editor has: 0 (unknown) for one that no file can have. */
export function shownLine(line: number): number {
  return line >>> 0 === line ? line : 0;
}
