import { element } from './dom';

/** What tables have in common that sort by a click on a header, and move between rows by keys. */

export interface SortOrder<Column> {
  readonly column: Column;
  readonly direction: 'ascending' | 'descending';
}

/**
 * The order after a click on a column's header; undefined for the order in which the rows come.
 * @param first the direction of the first click
 */
export function nextOrder<Column>(
  order: SortOrder<Column> | undefined,
  column: Column,
  first: SortOrder<Column>['direction'],
): SortOrder<Column> | undefined {
  if (order?.column !== column) return { column, direction: first };
  if (order.direction !== first) return undefined;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** The header cell of a column, with a button that calls `onClick` and shows the direction. */
export function sortHeader({ id, text, hint, className, direction, onClick }: {
  readonly id: string;
  readonly text: string;
  /** The tooltip. */
  readonly hint: string;
  readonly className: string;
  /** undefined if the table has another order. */
  readonly direction: 'ascending' | 'descending' | undefined;
  onClick(): void;
}): HTMLElement {
  const arrow = direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : '';
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' }, arrow);
  const button = element('button', { id, title: hint }, element('span', {}, text), mark);
  button.addEventListener('click', onClick);
  return element('th', { scope: 'col', class: className, 'aria-sort': direction ?? 'none' }, button);
}

/**
 * The position of the row that a key goes to; undefined for other keys.
 * @param pageSize the number of rows in view; if unset, Page Up and Page Down scroll as usual
 */
export function rowForKey(key: string, from: number, count: number, pageSize?: number): number | undefined {
  const page = pageSize === undefined ? undefined : Math.max(1, pageSize);
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, from + 1);
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'PageDown':
      return page && Math.min(count - 1, from + page);
    case 'PageUp':
      return page && Math.max(0, from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
