import { valueOf, type Field, type Key } from './projection';

/** A value shared by adjacent columns, which also share the values above it. */
export interface HeaderCell {
  readonly value: string;
  readonly start: number;
  readonly length: number;
}

/**
 * One level per field:
 *
 *     linux      │ darwin
 *     old │ new  │ old
 */
export function headerLevels(fields: readonly Field[], columns: readonly Key[]): HeaderCell[][] {
  const levels: HeaderCell[][] = [];
  let parents: readonly HeaderCell[] = [{ value: '', start: 0, length: columns.length }];
  for (const field of fields) {
    const level = parents.flatMap((parent) => split(parent, field, columns));
    levels.push(level);
    parents = level;
  }
  return levels;
}

function split({ start, length }: HeaderCell, field: Field, columns: readonly Key[]): HeaderCell[] {
  const cells: HeaderCell[] = [];
  let from = start;
  for (let i = start + 1; i <= start + length; i++) {
    const value = valueOf(columns[from], field);
    if (i < start + length && valueOf(columns[i], field) === value) continue;
    cells.push({ value, start: from, length: i - from });
    from = i;
  }
  return cells;
}
