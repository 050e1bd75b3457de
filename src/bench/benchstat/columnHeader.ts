import { valueOf, type Field, type Key } from './projection';

/** A header over adjacent columns with the same value, which also have the same headers above. */
export interface HeaderCell {
  readonly value: string;
  readonly start: number;
  readonly length: number;
}

/**
 * The headers, one level per field:
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
  let first = start;
  for (let i = start + 1; i <= start + length; i++) {
    const value = valueOf(columns[first], field);
    if (i < start + length && valueOf(columns[i], field) === value) continue;
    cells.push({ value, start: first, length: i - first });
    first = i;
  }
  return cells;
}
