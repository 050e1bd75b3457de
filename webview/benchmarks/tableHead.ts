import type { BenchmarksOrder, BenchmarksSortKey, BenchmarksTable } from '../../src/bench/comparison/answers';
import type { BenchmarksInput } from '../../src/pages/protocol/benchmarksPage';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { element } from '../controls/dom';
import { nextOrder, sortHeader } from '../controls/sortedTable';
import { rulerRow } from './rowElements';

/** The class of a column, by what it is sorted by. */
const CLASSES: Readonly<Record<string, string>> = {
  name: 'name', center: 'number input', delta: 'number', p: 'number evidence',
};

/** The direction of the first click on a column: small p-values are the interesting ones. */
export const firstDirection = (column: BenchmarksSortKey): BenchmarksOrder['direction'] =>
  column === 'name' || column.startsWith('p-') ? 'ascending' : 'descending';

/** The two header rows of a table: the inputs, and the columns with buttons to sort by them. */
export function tableHead(
  table: BenchmarksTable,
  inputs: readonly BenchmarksInput[],
  { id, order, sort }: {
    /** The prefix of the buttons' ids. */
    readonly id: string;
    readonly order: BenchmarksOrder | undefined;
    /** Called with the order after a click; undefined for that of benchstat. */
    readonly sort: (order: BenchmarksOrder | undefined) => void;
  },
): HTMLElement {
  const header = (text: string, column: BenchmarksSortKey, hint: string) => {
    return sortHeader({
      id: `${id}-${column}`,
      text,
      hint,
      className: CLASSES[column.split('-')[0]],
      direction: order?.column === column ? order.direction : undefined,
      onClick: () => sort(nextOrder(order, column, firstDirection(column))),
    });
  };
  const { columns } = table;
  const unit = metricTitle(table.unit);
  const labels = columns.map((input) => inputs[input]?.label ?? '');
  const groups = labels.map((label, i) =>
    element('th', { scope: 'colgroup', class: 'input', colspan: i === 0 ? 1 : 3, title: label }, element('span', {}, label)));
  const figures = labels.flatMap((label, i) => {
    const center = header(unit, `center-${i}`, `Sort by ${unit} of ${label}`);
    if (i === 0) return [center];
    return [
      center,
      header('vs base', `delta-${i}`, `Sort by the change in ${label}`),
      header('p, n', `p-${i}`, `Sort by the p-value of ${label}: how likely the difference is if nothing changed`),
    ];
  });
  return element('thead', {},
    element('tr', {}, element('td', { class: 'name' }), ...groups),
    element('tr', {}, header('name', 'name', 'Sort by name'), ...figures),
    rulerRow(table));
}
