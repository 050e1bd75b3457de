import { Float64Column, Uint32Column, filledUint32, pushFloat64, pushUint32 } from '../common/columns';
import type { Growth } from '../common/columns';
import { claim } from '../common/guard';
import { RestRows, joinRests, pickRests } from '../wideNumbers';
import type { PositionColumn } from '../model';

/**
 * Growing line or column numbers of sources. Nearly all fit in 32 bits. If a number is below 0 (Julia writes −1) or at
 * least 2^32, the result is a column of floats.
 */
export class Positions {
  /** All positions, modulo 2^32. */
  readonly narrow: Uint32Column;
  /** The rows of positions that do not fit in 32 bits, and these positions. */
  private wideRows: Uint32Column | undefined;
  private wide: Float64Column | undefined;
  private rests: RestRows | undefined;

  constructor(private readonly growth: Growth) {
    this.narrow = new Uint32Column(growth);
  }

  get length(): number {
    return this.narrow.length;
  }

  /** @param rest the integer minus its float; ignored if the integer fits in 32 bits */
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

/** The positions in these rows. */
export function pickPositions(column: PositionColumn, rows: ArrayLike<number>): PositionColumn {
  if (column instanceof Uint32Array) return Uint32Array.from(rows, (row) => column[row]);
  return pickRests(column, Float64Array.from(rows, (row) => column[row]), rows);
}

/** The concatenated positions of two tables. */
export function joinPositions(a: PositionColumn, b: PositionColumn): PositionColumn {
  const isNarrow = a instanceof Uint32Array && b instanceof Uint32Array;
  const joined = isNarrow ? new Uint32Array(a.length + b.length) : new Float64Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined instanceof Uint32Array ? joined : joinRests(joined, a, b);
}

/** The line, or 0 (unknown) if no file can have this line. */
export function shownLine(line: number): number {
  return line >>> 0 === line ? line : 0;
}
