import { exactAt, split, withRests } from '../wideNumbers';
import type { PositionColumn } from '../model';

/** Words below this number are positions; the others stand for positions that are negative, or at least this number. */
const FIRST_WIDE = 0xe0000000;

/** Represents positions (lines and columns) as 32-bit words. */
export class PositionWords {
  private readonly wide: bigint[] = [];
  private readonly indexes = new Map<bigint, number>();

  word(column: PositionColumn, row: number): number {
    const position = column[row];
    return position >= 0 && position < FIRST_WIDE ? position : FIRST_WIDE + this.indexOf(exactAt(column, row));
  }

  column(words: Uint32Array): PositionColumn {
    if (this.wide.length === 0 || words.every((word) => word < FIRST_WIDE)) return words;
    const parts = (row: number) => split(this.wide[words[row] - FIRST_WIDE]);
    const floats = Float64Array.from(words, (word, row) => (word < FIRST_WIDE ? word : parts(row).float));
    return withRests(floats, (row) => parts(row).rest);
  }

  private indexOf(position: bigint): number {
    let index = this.indexes.get(position);
    if (index === undefined) this.indexes.set(position, (index = this.wide.push(position) - 1));
    return index;
  }
}
