import type { TableColumn, TableView } from '../../src/profile/answers/table';
import { asRecord } from '../savedValue';

/** The sort order of the table. */
export type TopOrder = Pick<TableView, 'sort' | 'direction'>;

/** pprof's default order, but in a comparison, what changed for certain comes first. */
export const DEFAULT_ORDER: TopOrder = { sort: 'flat', direction: 'firm' };

type Direction = TopOrder['direction'];

const DIRECTIONS: { readonly [K in TableColumn]: readonly Direction[] } = {
  flat: ['size', 'ascending'],
  sum: ['ascending', 'descending'],
  cum: ['size', 'ascending'],
  name: ['ascending', 'descending'],
};

/** The directions for figures of a comparison: by size, increases first, decreases first. */
const SIGNED: readonly Direction[] = ['size', 'descending', 'ascending'];

/** With judgements: firm changes first, then the directions for figures of a comparison. */
const JUDGED: readonly Direction[] = ['firm', ...SIGNED];

/** Whether a table has negative figures, and judgements on its changes. */
export interface Signs {
  readonly hasNegative: boolean;
  readonly isJudged: boolean;
}

/** The order after a click on a column header: the column's first direction, or its next one. */
export function nextOrder(order: TopOrder, sort: TableColumn, signs: Signs): TopOrder {
  const directions = directionsOf(sort, signs);
  const index = sort === order.sort ? directions.indexOf(withoutFirm(order, signs).direction) : -1;
  return { sort, direction: directions[(index + 1) % directions.length] };
}

function directionsOf(sort: TableColumn, { hasNegative, isJudged }: Signs): readonly Direction[] {
  if (sort === 'flat' && isJudged) return JUDGED;
  return hasNegative && (sort === 'flat' || sort === 'cum') ? SIGNED : DIRECTIONS[sort];
}

/** Where no change is judged, `firm` is `size`. */
function withoutFirm({ sort, direction }: TopOrder, { isJudged }: Signs): TopOrder {
  return { sort, direction: direction === 'firm' && !isJudged ? 'size' : direction };
}

export function ariaSort(order: TopOrder, sort: TableColumn, signs: Signs): string {
  if (order.sort !== sort) return 'none';
  const { direction } = withoutFirm(order, signs);
  if (direction === 'firm') return 'other';
  if (direction !== 'size') return direction;
  return signs.hasNegative ? 'other' : 'descending';
}

const HINTS: { readonly [K in Direction]: string } = {
  firm: 'firm changes first, each part with the largest first',
  size: 'largest first',
  descending: 'increases first',
  ascending: 'smallest first',
};

/** The order of rows in words. */
export function orderHint(order: TopOrder, signs: Signs): string {
  const { sort, direction } = withoutFirm(order, signs);
  const { hasNegative } = signs;
  if (sort === 'name') return direction === 'descending' ? 'Z to A' : 'A to Z';
  if (hasNegative && direction === 'ascending') return 'decreases first';
  return direction === 'descending' && !hasNegative ? HINTS.size : HINTS[direction];
}

/** Reads a saved order. Returns the default for a missing or invalid order. */
export function readOrder(saved: unknown): TopOrder {
  const { sort, direction } = asRecord(saved);
  const isKnown = typeof sort === 'string' && Object.hasOwn(DIRECTIONS, sort);
  const isDirection = typeof direction === 'string' && Object.hasOwn(HINTS, direction);
  return isKnown && isDirection ? { sort: sort as TableColumn, direction: direction as Direction } : DEFAULT_ORDER;
}
