import type { TableColumn } from '../../src/profile/answers/table';
import { PER_OPERATION } from '../../src/profile/text/relativeUnits';
import { element, setAttributes } from '../controls/dom';
import { ariaSort, orderHint, type Signs, type TopOrder } from './rowOrder';

interface Column {
  readonly title: string;
  readonly sort: TableColumn;
  readonly meaning: string;
}

/** The columns of pprof's top. */
const COLUMNS: readonly Column[] = [
  { title: 'flat', sort: 'flat', meaning: 'Cost of the function itself' },
  { title: 'flat %', sort: 'flat', meaning: 'Flat as a share of the total; its bar has the scale of cum %' },
  { title: 'sum %', sort: 'sum', meaning: 'Running total of flat, largest first, as a share of the total' },
  { title: 'cum', sort: 'cum', meaning: 'Cost of the function and everything it calls' },
  { title: 'cum %', sort: 'cum', meaning: 'Cum as a share of the total; its bar has the scale of flat %' },
  { title: 'name', sort: 'name', meaning: 'Function, file or line, by granularity' },
];

export const COLUMN_COUNT = COLUMNS.length;

/** The column headers. A click on a header sorts by its column. */
export class ColumnHeaders {
  readonly element = element('div', { class: 'top-head', role: 'row', 'aria-rowindex': 1 });
  private readonly headers: readonly HTMLElement[];

  constructor(onSort: (column: TableColumn) => void) {
    this.headers = COLUMNS.map(({ title, sort }, index) => {
      const text = element('span', {}, title);
      // Shown where a narrow table hides the unit of operations in the cells.
      if (title === 'flat' || title === 'cum') text.append(element('span', { class: 'head-operation', 'aria-hidden': 'true' }, PER_OPERATION));
      const button = element('button', { class: 'top-sort' }, text);
      button.addEventListener('click', () => onSort(sort));
      const className = sort === 'name' ? 'name' : 'number';
      return element('div', { class: className, role: 'columnheader', 'aria-colindex': index + 1 }, button);
    });
    this.element.append(...this.headers);
  }

  show(order: TopOrder, signs: Signs): void {
    this.headers.forEach((header, index) => {
      const { sort, meaning } = COLUMNS[index];
      const isSorted = sort === order.sort;
      const direction = ariaSort(order, sort, signs);
      setAttributes(header, { 'aria-sort': direction });
      header.dataset.sorted = isSorted ? (direction === 'ascending' ? 'up' : 'down') : '';
      header.title = isSorted ? `${meaning}. Sorted: ${orderHint(order, signs)}.` : `${meaning}. Click to sort.`;
    });
  }
}
