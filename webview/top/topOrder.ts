import type { TableColumn, TableView } from '../../src/profile/answers/table';
import { asRecord } from '../savedValue';

/** The sort order of the table. */
export type TopOrder = Pick<TableView, 'sort' | 'direction'>;

/** pprof's default order. */
export const DEFAULT_ORDER: TopOrder = { sort: 'flat', direction: 'size' };

type Direction = TopOrder['direction'];

const DIRECTIONS: { readonly [K in TableColumn]: readonly Direction[] } = {
  flat: ['size', 'ascending'],
  sum: ['ascending', 'descending'],
  cum: ['size', 'ascending'],
  name: ['ascending', 'descending'],
};

/** The directions for figures of a comparison: by size, increases first, decreases first. */
const SIGNED: readonly Direction[] = ['size', 'descending', 'ascending'];

/** Whether a table has negative figures. */
export interface Signs {
  readonly hasNegative: boolean;
}

/** The order after a click on a column header: the column's first direction, or its next one. */
export function nextOrder(order: TopOrder, sort: TableColumn, { hasNegative }: Signs): TopOrder {
  const isSigned = hasNegative && (sort === 'flat' || sort === 'cum');
  const directions = isSigned ? SIGNED : DIRECTIONS[sort];
  const index = sort === order.sort ? directions.indexOf(order.direction) : -1;
  return { sort, direction: directions[(index + 1) % directions.length] };
}

export function ariaSort(order: TopOrder, sort: TableColumn, { hasNegative }: Signs): string {
  if (order.sort !== sort) return 'none';
  if (order.direction !== 'size') return order.direction;
  return hasNegative ? 'other' : 'descending';
}

const HINTS: { readonly [K in Direction]: string } = {
  size: 'largest first',
  descending: 'increases first',
  ascending: 'smallest first',
};

/** The order of rows in words. */
export function orderHint({ sort, direction }: TopOrder, { hasNegative }: Signs): string {
  if (sort === 'name') return direction === 'descending' ? 'Z to A' : 'A to Z';
  if (hasNegative && direction === 'ascending') return 'decreases first';
  return direction === 'descending' && !hasNegative ? HINTS.size : HINTS[direction];
}

/** Reads a saved order. Returns pprof's default for a missing or invalid order. */
export function readOrder(saved: unknown): TopOrder {
  const { sort, direction } = asRecord(saved);
  const isKnown = typeof sort === 'string' && Object.hasOwn(DIRECTIONS, sort);
  const isDirection = typeof direction === 'string' && Object.hasOwn(HINTS, direction);
  return isKnown && isDirection ? { sort: sort as TableColumn, direction: direction as Direction } : DEFAULT_ORDER;
}
