import type { BenchmarksOrder, BenchmarksSortKey, BenchmarksTable } from '../../src/bench/comparison/answers';
import type { BenchmarksInput } from '../../src/pages/protocol/benchmarksPage';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { type Child, element } from '../controls/dom';
import { nextOrder, sortHeader } from '../controls/sortedTable';
import { percentText } from '../../src/profile/text/screen/share';
import { FIGURES, rulerRow } from './rowElements';

/** The class of a column, by what it is sorted by. */
const CLASSES: Readonly<Record<string, string>> = {
  name: 'name', center: 'number input', delta: 'number delta', p: 'number evidence',
};

/** The direction of the first click on a column: small p-values are the interesting ones. */
export const firstDirection = (column: BenchmarksSortKey): BenchmarksOrder['direction'] =>
  column === 'name' || column.startsWith('p-') ? 'ascending' : 'descending';

/** The two header rows of a table: the inputs, and the columns with buttons to sort by them. */
export function tableHead(
  table: BenchmarksTable,
  inputs: readonly BenchmarksInput[],
  { id, order, hasTrends, sort }: {
    /** The prefix of the buttons' ids. */
    readonly id: string;
    readonly order: BenchmarksOrder | undefined;
    /** Whether the last column shows earlier captures. */
    readonly hasTrends: boolean;
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
  const groups = columns.map((input, i) => {
    const colspan = i === 0 ? 1 : FIGURES;
    return element('th', { scope: 'colgroup', class: 'input', colspan, title: labels[i] }, element('span', {}, ...partsOf(inputs[input]?.short ?? '')));
  });
  const scale = percentText(100 * table.span);
  const pictureHint = `The change as a bar from zero, less at the left, with its 95\u202f% interval as a line; beyond ±${scale}, it is cut`;
  const figures = labels.flatMap((label, i) => {
    const center = header(unit, `center-${i}`, `Sort by ${unit} of ${label}`);
    if (i === 0) return [center];
    return [
      center,
      element('th', { scope: 'col', class: 'picture', title: pictureHint }, `±${scale}`),
      header('vs baseline', `delta-${i}`, `Sort by the change in ${label}`),
      header('p, n', `p-${i}`, `Sort by the p-value of ${label}: how likely the difference is if nothing changed`),
    ];
  });
  const trendHint = 'Earlier captures of the benchmark, the newest at the right';
  const trend = hasTrends ? [element('th', { scope: 'col', class: 'trend', title: trendHint }, 'captures')] : [];
  return element('thead', {},
    element('tr', {}, element('td', { class: 'name' }), ...groups, ...(hasTrends ? [element('td', { class: 'trend' })] : [])),
    element('tr', {}, header('name', 'name', 'Sort by name'), ...figures, ...trend),
    rulerRow(table, hasTrends));
}

/** The time and the commit of a capture, `09:19:42 · 1a2b3c4`, with an element between them that may break the line. */
function partsOf(label: string): Child[] {
  return label.split(' · ').flatMap((part, i) => (i === 0 ? [part] : [element('span', { class: 'between' }, ' · '), part]));
}
