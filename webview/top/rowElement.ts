import type { TableFormat } from '../../src/profile/answers/table';
import { element, setAttributes, type Child } from '../controls/dom';
import { nameElements } from '../text/shortNames';
import { type FigureRemark, levelOf, type Row, type TopRows } from './topRows';
import { rowText, spokenRow } from './rowText';

/** The drawing options that all rows share. */
export interface Look {
  readonly format: TableFormat;
  readonly hasNegative: boolean;
  /** Whether the columns of values are hidden. */
  readonly inPercent: boolean;
  readonly maxFlat: number;
  readonly maxCum: number;
  /** Name of the selected function; empty if none is selected. */
  readonly selected: string;
}

/** Height of a row in CSS pixels. */
export const ROW_HEIGHT = 22;
const INDENT = 16;

/** Whether a row belongs to the selected function. */
export function isSame(row: Row, { selected }: Look): boolean {
  return selected !== '' && 'selects' in row && row.selects === selected;
}

/** The element of a row. @param position its index among all rows */
export function drawRow(rows: TopRows, row: Row, position: number, look: Look): HTMLElement {
  const text = rowText(row, look.format);
  const [flat, cum] = figuresOf(row);
  const remarks = row.kind === 'function' || row.kind === 'call' ? row.remarks : undefined;
  const signIn = (isShare: boolean, value: number) =>
    look.hasNegative && isShare === look.inPercent ? Math.sign(value) : 0;
  const drawn = element(
    'div',
    { class: `top-row ${row.kind}`, role: 'row', id: `top-row-${position}` },
    cell(1, { text: text.flat, sign: signIn(false, flat), remark: remarks?.flat }),
    cell(2, {
      text: text.flatShare, bar: part(flat, look.maxFlat), sign: signIn(true, flat), remark: remarks?.flat,
    }),
    cell(3, { text: text.sum }),
    cell(4, { text: text.cum, sign: signIn(false, cum), remark: remarks?.cum }),
    cell(5, {
      text: text.cumShare,
      bar: row.kind === 'call' ? 0 : part(cum, look.maxCum),
      sign: signIn(true, cum),
      remark: remarks?.cum,
    }),
    nameCell(rows, row, text),
  );
  setAttributes(drawn, {
    'aria-rowindex': position + 2,
    'aria-level': levelOf(row),
    'aria-label': spokenRow(row, look.format),
    'aria-expanded': rows.canOpen(row) ? String(rows.isOpen(row)) : undefined,
    ...placeOf(rows, row),
  });
  drawn.style.top = `${position * ROW_HEIGHT}px`;
  if (isSame(row, look)) drawn.classList.add('same');
  return drawn;
}

function placeOf(rows: TopRows, row: Row): { readonly 'aria-posinset'?: number; readonly 'aria-setsize'?: number } {
  switch (row.kind) {
    case 'function':
    case 'unknown':
      return { 'aria-posinset': row.index + 1, 'aria-setsize': rows.count };
    case 'group':
      return { 'aria-posinset': row.direction === 'callers' ? 1 : 2, 'aria-setsize': 2 };
    case 'call':
      return { 'aria-posinset': row.place + 1, 'aria-setsize': row.above.count };
    case 'more':
      return {};
  }
}

function figuresOf(row: Row): readonly [flat: number, cum: number] {
  if (row.kind === 'function') return [row.flat, row.cum];
  return row.kind === 'call' ? [row.direction === 'callees' ? row.flat : 0, row.value] : [0, 0];
}

const part = (value: number, most: number): number => (most === 0 ? 0 : value / most);

interface Figure {
  readonly text: string;
  /** Sign of the value, in a comparison. */
  readonly sign?: number;
  /** Length of the bar below the figure, from -1 to 1. */
  readonly bar?: number;
  readonly remark?: FigureRemark | undefined;
}

function cell(column: number, { text, sign = 0, bar = 0, remark }: Figure): HTMLElement {
  const isFirm = remark === undefined || remark.text === '';
  const content: Child[] = [];
  // A shape in addition to the color, because some users cannot distinguish the colors.
  const shape = isFirm ? (sign < 0 ? '▼' : '▲') : remark.sign;
  const look = isFirm ? (sign < 0 ? 'fell' : 'grew') : 'unsure';
  if (sign !== 0) content.push(element('span', { class: look, 'aria-hidden': 'true' }, shape));
  const width = Math.round(Math.min(1, Math.abs(bar)) * 100);
  if (width > 0) {
    const drawn = element('span', { class: `bar${bar < 0 ? ' fell' : ''}${isFirm ? '' : ' unsure'}`, 'aria-hidden': 'true' });
    drawn.style.width = `${width}%`;
    content.push(drawn);
  }
  const isZero = text === '0' || text === '0%';
  const className = isZero ? 'number zero' : isFirm ? 'number' : 'number unsure';
  const named = isFirm || isZero ? {} : { title: remark.text };
  return element(
    'div',
    { class: className, role: 'gridcell', 'aria-colindex': column, ...named },
    ...content,
    element('span', {}, text),
  );
}

function nameCell(rows: TopRows, row: Row, { share, name, remark }: ReturnType<typeof rowText>): HTMLElement {
  const canOpen = rows.canOpen(row);
  const isOpen = rows.isOpen(row);
  const twisty = element('span', { class: canOpen ? 'twisty' : 'twisty none', 'aria-hidden': 'true' }, canOpen ? (isOpen ? '⌄' : '›') : '');
  const drawn = element('div', { class: 'name', role: 'gridcell', 'aria-colindex': 6 }, twisty);
  if (share !== '') drawn.append(element('span', { class: 'share' }, share));
  drawn.append(element('span', { class: 'label', title: titleOf(row, name) }, ...nameElements(name)));
  if (remark !== '') drawn.append(element('span', { class: 'remark' }, remark));
  drawn.style.paddingInlineStart = `${(levelOf(row) - 1) * INDENT}px`;
  return drawn;
}

function titleOf(row: Row, name: string): string {
  if (!('file' in row) || row.file === '') return name;
  return `${name}\n${row.file}${row.line > 0 ? `:${row.line}` : ''}`;
}
