import type { LineColumns } from '../model';
import { pickPositions } from '../wire/positions';

/** The lines of these rows. */
export function pickLineRows(lines: LineColumns, rows: ArrayLike<number>): LineColumns {
  const { removedAt } = lines;
  return {
    count: rows.length,
    function: Uint32Array.from(rows, (row) => lines.function[row]),
    line: pickPositions(lines.line, rows),
    column: pickPositions(lines.column, rows),
    ...(removedAt && { removedAt: Uint32Array.from(rows, (row) => removedAt[row]) }),
  };
}

/** The `removedAt` of two tables, one after the other. */
export function joinRemovedAt(a: LineColumns, b: LineColumns): Pick<LineColumns, 'removedAt'> {
  if (!a.removedAt && !b.removedAt) return {};
  const removedAt = new Uint32Array(a.count + b.count);
  if (a.removedAt) removedAt.set(a.removedAt);
  if (b.removedAt) removedAt.set(b.removedAt, a.count);
  return { removedAt };
}
