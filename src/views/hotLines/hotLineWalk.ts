import { ORDERS } from './hotLineChoice';
import { figureOf, type HotRow, wasRemoved } from './hotLinesText';

/** The walk through the list with *Go to Next Hot Line* and *Go to Previous Hot Line*. */
export class HotLineWalk {
  /** The last opened row; undefined if none was opened yet. */
  private last: HotRow | undefined;

  /** Makes the next step start over: forward at the first row, backward at the last one. */
  restart(): void {
    this.last = undefined;
  }

  /** Lets the next step continue from this row, if it is listed then. */
  continueFrom(row: HotRow): void {
    this.last = row;
  }

  /** Goes to the next or the previous of the rows, and returns its index. Wraps at the ends. */
  step(by: 1 | -1, rows: readonly HotRow[]): number {
    const { last } = this;
    const at = last ? rows.findIndex((row) => isSame(row, last)) : -1;
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : (at + by + rows.length) % rows.length;
    this.last = rows[next];
    return next;
  }
}

function isSame({ line: a }: HotRow, { line: b }: HotRow): boolean {
  return a.file === b.file && a.line === b.line && a.isRemoved === b.isRemoved;
}

/** The status bar message after a step. @param at 0-based */
export function stepText(row: HotRow, at: number, count: number): string {
  const removed = row.line.isRemoved ? ', removed below this line' : wasRemoved(row) ? ', removed: it was below this line' : '';
  return `Hot line ${at + 1} of ${count}: ${figureOf(row)} ${ORDERS[row.order].short}${removed}`;
}
