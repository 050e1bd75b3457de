import type {
  BenchmarksCell,
  BenchmarksDelta,
  BenchmarksMean,
  BenchmarksRow,
  BenchmarksTable,
} from '../../src/bench/comparison/answers';
import { type Child, element } from '../controls/dom';
import { changePicture } from './rowPictures';

/** A name in two parts. CSS cuts off the first, because the names of a benchmark's cases differ at their ends. */
export function nameElements(name: string): HTMLElement[] {
  const end = name.lastIndexOf('/') + 1;
  const last = element('span', { class: 'case' }, name.slice(end));
  return end === 0 ? [last] : [element('span', { class: 'parents' }, name.slice(0, end)), last];
}

/** The figures of a row, after its name. @param span the largest change that pictures show */
export function figuresOf({ cells }: BenchmarksRow, span: number): HTMLElement[] {
  return cells.flatMap((cell, column) => figuresIn(cell ?? undefined, column, span));
}

/** An invisible row with the longest text of each column, so that the columns are wide enough for all rows. */
export function rulerRow({ widest, means, count, span }: BenchmarksTable, hasTrends: boolean): HTMLElement {
  const meansName = means.length > 0 ? [element('div', {}, filteredMeansName(count))] : [];
  const name = element('td', { class: 'name' }, element('span', { class: 'plain' }, widest.name), ...meansName);
  const trend = hasTrends ? [element('td', { class: 'trend' })] : [];
  return element('tr', { class: 'ruler', 'aria-hidden': 'true' }, name, ...figuresOf(widest, span), ...trend);
}

/** An empty row with the height of rows that are not drawn. */
export function spacerRow(height: number, columns: number): HTMLElement {
  const cell = element('td', { colspan: columns });
  cell.style.height = `${height}px`;
  return element('tr', { class: 'space', 'aria-hidden': 'true' }, cell);
}

/** The name of the row of geometric means while a filter hides rows, because the means are still of all rows. */
export const filteredMeansName = (count: number): string => `geomean of all ${count}`;

/**
 * The row of geometric means.
 * @param name the element of its name
 */
export function meansRow(name: HTMLElement, means: readonly BenchmarksMean[], hasTrends: boolean): HTMLElement {
  const cells = means.flatMap(({ center, delta, notes }, column) => {
    // As wide as an interval, so that the means align with the medians.
    const blank = element('span', { class: 'blank', 'aria-hidden': 'true' }, ' ± ', element('span', { class: 'range' }));
    const value = element('td', { class: 'number input' }, center, blank, ...(column === 0 ? footnoteMarks(notes) : []));
    if (column === 0) return [value];
    const change = element('td', { class: 'number' }, delta ?? '', ...footnoteMarks(notes, 'beside-change'));
    return [value, element('td', { class: 'picture' }), change, element('td', { class: 'number evidence' }, ...footnoteMarks(notes))];
  });
  return element('tr', {}, name, ...cells, ...(hasTrends ? [element('td', { class: 'trend' })] : []));
}

/** The number of table columns for a number of inputs, including the column of names. */
export function columnCount(inputs: number, hasTrends: boolean): number {
  return 2 + FIGURES * (inputs - 1) + (hasTrends ? 1 : 0);
}

/** The columns of each input but the first: its center, the picture of the change, the change, its evidence. */
export const FIGURES = 4;

function figuresIn(cell: BenchmarksCell | undefined, column: number, span: number): HTMLElement[] {
  const texts: Child[] = cell
    ? [cell.center, element('span', { class: 'remark' }, ' ± ', rangeOf(cell)), ...footnoteMarks(cell.notes)]
    : [];
  const center = element('td', { class: 'number input' }, ...texts);
  if (column === 0) return [center];
  const delta = cell?.delta ?? undefined;
  return [
    center,
    element('td', { class: 'picture' }, ...(delta?.change ? [changePicture(delta.change, delta.kind, span)] : [])),
    element('td', { class: delta && delta.kind !== 'none' ? 'number changed' : 'number', title: delta?.evidence },
      ...(delta ? [...deltaMark(delta.kind), delta.text, ...footnoteMarks(delta.notes, 'beside-change'), underChange(delta)] : [])),
    element('td', { class: 'number remark evidence' }, ...(delta ? [delta.evidence, ...footnoteMarks(delta.notes)] : [])),
  ];
}

/** In a narrow panel, the p-value is below the change: `p = 0.002`. */
function underChange({ evidence }: BenchmarksDelta): HTMLElement {
  return element('span', { class: 'under remark' }, evidence.split(', ')[0]);
}

const rangeOf = ({ range }: BenchmarksCell): Node => element('span', { class: 'range' }, range);

function footnoteMarks(notes: readonly number[], className?: string): Node[] {
  return notes.length === 0 ? [] : [element('sup', { class: className }, notes.join(' '))];
}

/** A visible mark, because some users cannot distinguish the colors, and a word for screen readers. */
function deltaMark(kind: BenchmarksDelta['kind']): Node[] {
  if (kind !== 'better' && kind !== 'worse') return [];
  const mark = element('span', { class: kind, 'aria-hidden': 'true' }, kind === 'better' ? '✓ ' : '✗ ');
  return [mark, element('span', { class: 'spoken' }, `${kind}: `)];
}
