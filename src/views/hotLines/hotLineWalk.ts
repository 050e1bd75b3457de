import { ORDERS } from './hotLineChoice';
import { figureOf, type HotRow, wasRemoved } from './hotLinesText';

/** The walk through the list with *Go to Next Hot Line* and *Go to Previous Hot Line*. */
export class HotLineWalk {
  /** The index of the last opened row; -1 if none was opened yet. */
  private last = -1;

  /** Makes the next step start over: forward at the first row, backward at the last one. */
  restart(): void {
    this.last = -1;
  }

  /** Lets the next step continue from this row, if it is listed. */
  continueFrom({ line: { file, line, isRemoved } }: HotRow, rows: readonly HotRow[]): void {
    const isSame = ({ line: each }: HotRow) => each.file === file && each.line === line && each.isRemoved === isRemoved;
    this.last = rows.findIndex(isSame);
  }

  /** Goes to the next or the previous of `count` rows, and returns its index. Wraps at the ends. */
  step(by: 1 | -1, count: number): number {
    this.last = this.last < 0 ? (by > 0 ? 0 : count - 1) : (this.last + by + count) % count;
    return this.last;
  }
}

/** The status bar message after a step. @param at 0-based */
export function stepText(row: HotRow, at: number, count: number): string {
  const removed = row.line.isRemoved ? ', removed below this line' : wasRemoved(row) ? ', removed: it was below this line' : '';
  return `Hot line ${at + 1} of ${count}: ${figureOf(row)} ${ORDERS[row.order].short}${removed}`;
}
