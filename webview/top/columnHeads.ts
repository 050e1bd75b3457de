import type { TableColumn } from '../../src/profile/answers/table';
import { element, setAttributes } from '../controls/dom';
import { ariaSort, orderHint, type Signs, type TopOrder } from './rowOrder';

interface Column {
  readonly title: string;
  readonly sort: TableColumn;
  readonly meaning: string;
}

/** pprof's columns. */
const COLUMNS: readonly Column[] = [
  { title: 'flat', sort: 'flat', meaning: 'Spent in the function itself' },
  { title: 'flat %', sort: 'flat', meaning: 'Flat, of total' },
  { title: 'sum %', sort: 'sum', meaning: 'Flat of this row and of all with more flat, of total' },
  { title: 'cum', sort: 'cum', meaning: 'Spent in the function and in all that it calls' },
  { title: 'cum %', sort: 'cum', meaning: 'Cum, of total' },
  { title: 'name', sort: 'name', meaning: 'Name' },
];

export const COLUMN_COUNT = COLUMNS.length;

/** The heads of the columns: a click sorts by one. */
export class TopHead {
  readonly element = element('div', { class: 'top-head', role: 'row', 'aria-rowindex': 1 });
  private readonly heads: readonly HTMLElement[];

  constructor(onSort: (column: TableColumn) => void) {
    this.heads = COLUMNS.map(({ title, sort }, at) => {
      const button = element('button', { class: 'top-sort' }, element('span', {}, title));
      button.addEventListener('click', () => onSort(sort));
      const className = sort === 'name' ? 'name' : 'number';
      return element('div', { class: className, role: 'columnheader', 'aria-colindex': at + 1 }, button);
    });
    this.element.append(...this.heads);
  }

  show(order: TopOrder, signs: Signs): void {
    this.heads.forEach((head, at) => {
      const { sort, meaning } = COLUMNS[at];
      const isSorted = sort === order.sort;
      const sorted = ariaSort(order, sort, signs);
      setAttributes(head, { 'aria-sort': sorted });
      head.dataset.sorted = isSorted ? (sorted === 'ascending' ? 'up' : 'down') : '';
      head.title = isSorted ? `${meaning}. Sorted: ${orderHint(order, signs)}.` : `${meaning}. Click to sort.`;
    });
  }
}
