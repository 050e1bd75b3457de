import type { BenchmarksOrder, BenchmarksSortKey, BenchmarksTable } from '../../src/bench/comparison/answers';
import type { BenchmarksInput } from '../../src/pages/protocol/benchmarksPage';
import { element } from '../controls/dom';
import { rulerRow } from './rowElements';

/** The class of a column, by what it is sorted by. */
const CLASSES: Readonly<Record<string, string>> = {
  name: 'name', center: 'number input', delta: 'number', p: 'number evidence',
};

/** The two header rows of a table: the inputs, and the columns with buttons to sort by them. */
export function tableHead(
  table: BenchmarksTable,
  inputs: readonly BenchmarksInput[],
  { id, order, sort }: {
    /** The prefix of the buttons' ids. */
    readonly id: string;
    readonly order: BenchmarksOrder | undefined;
    readonly sort: (column: BenchmarksSortKey) => void;
  },
): HTMLElement {
  const sortHeader = (text: string, column: BenchmarksSortKey, hint: string) => {
    const direction = order?.column === column ? order.direction : undefined;
    const arrow = direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : '';
    const mark = element('span', { class: 'mark', 'aria-hidden': 'true' }, arrow);
    const button = element('button', { id: `${id}-${column}`, title: hint }, element('span', {}, text), mark);
    button.addEventListener('click', () => sort(column));
    const className = CLASSES[column.split('-')[0]];
    return element('th', { scope: 'col', class: className, 'aria-sort': direction ?? 'none' }, button);
  };
  const { columns, unit } = table;
  const labels = columns.map((input) => inputs[input]?.label ?? '');
  const groups = labels.map((label, i) =>
    element('th', { scope: 'colgroup', class: 'input', colspan: i === 0 ? 1 : 3, title: label }, element('span', {}, label)));
  const figures = labels.flatMap((label, i) => {
    const center = sortHeader(unit, `center-${i}`, `Sort by ${unit} of ${label}`);
    if (i === 0) return [center];
    return [
      center,
      sortHeader('vs base', `delta-${i}`, `Sort by the change in ${label}`),
      sortHeader('p, n', `p-${i}`, `Sort by the p-value of ${label}: how likely the difference is if nothing changed`),
    ];
  });
  return element('thead', {},
    element('tr', {}, element('td', { class: 'name' }), ...groups),
    element('tr', {}, sortHeader('name', 'name', 'Sort by name'), ...figures),
    rulerRow(table));
}
