import { element, setAttributes, type Child } from '../controls/dom';
import type { FigureRemark } from '../text/figureRemark';
import { FEW_SAMPLES_TEXT, type FigureFormat } from '../text/figureTexts';
import { nameElements } from '../text/drawnNames';
import { levelOf, type Row, type TopRows } from './topRows';
import { operationUnit, rowAccessibleName, rowText } from './rowText';
import { barLength, drawBar } from './shareBars';

/** The drawing options that all rows share. */
export interface RowOptions {
  readonly format: FigureFormat;
  /** Whether the columns of values are hidden. */
  readonly inPercent: boolean;
  /** See {@link fullBar}. */
  readonly fullBar: number;
  /** Name of the selected function; empty if none is selected. */
  readonly selected: string;
}

/** Height of a row in CSS pixels. */
export const ROW_HEIGHT = 22;
const INDENT = 16;

/** Whether a row belongs to the selected function. */
export function isSelected(row: Row, { selected }: RowOptions): boolean {
  return selected !== '' && 'selectionName' in row && row.selectionName === selected;
}

/** The element of a row. @param position its index among all rows */
export function drawRow(rows: TopRows, row: Row, position: number, options: RowOptions): HTMLElement {
  const text = rowText(row, options.format);
  const [flat, cum] = figuresOf(row);
  const { remarks, few } = row.kind === 'function' || row.kind === 'call' ? row : {};
  const signIn = (isShare: boolean, value: number) =>
    options.format.isSigned && isShare === options.inPercent ? Math.sign(value) : 0;
  // A bar would show a change of few samples as large as one that is certain.
  const barOf = (value: number, isFew = false) =>
    options.format.isSigned && isFew ? 0 : barLength(value, options.fullBar);
  const rowElement = element(
    'div',
    { class: `top-row ${row.kind}`, role: 'row', id: `top-row-${position}` },
    cell(1, { text: text.flat, sign: signIn(false, flat), remark: remarks?.flat, isFew: few?.flat }),
    cell(2, {
      text: text.flatShare,
      bar: barOf(flat, few?.flat),
      sign: signIn(true, flat),
      remark: remarks?.flat,
      isFew: few?.flat,
    }),
    cell(3, { text: text.sum }),
    cell(4, { text: text.cum, sign: signIn(false, cum), remark: remarks?.cum, isFew: few?.cum }),
    cell(5, {
      text: text.cumShare,
      bar: row.kind === 'call' ? 0 : barOf(cum, few?.cum),
      sign: signIn(true, cum),
      remark: remarks?.cum,
      isFew: few?.cum,
    }),
    nameCell(rows, row, text),
  );
  setAttributes(rowElement, {
    'aria-rowindex': position + 2,
    'aria-level': levelOf(row),
    'aria-label': rowAccessibleName(row, options.format),
    'aria-expanded': rows.canUnfold(row) ? String(rows.isUnfolded(row)) : undefined,
    ...ariaPosition(rows, row),
  });
  rowElement.style.top = `${position * ROW_HEIGHT}px`;
  if (isSelected(row, options)) rowElement.classList.add('same');
  return rowElement;
}

function ariaPosition(rows: TopRows, row: Row): { readonly 'aria-posinset'?: number; readonly 'aria-setsize'?: number } {
  switch (row.kind) {
    case 'function':
    case 'unknown':
      return { 'aria-posinset': row.index + 1, 'aria-setsize': rows.count };
    case 'group':
      return { 'aria-posinset': row.direction === 'callers' ? 1 : 2, 'aria-setsize': 2 };
    case 'call':
      return { 'aria-posinset': row.siblingIndex + 1, 'aria-setsize': row.parent.count };
    case 'more':
      return {};
  }
}

function figuresOf(row: Row): readonly [flat: number, cum: number] {
  if (row.kind === 'function') return [row.flat, row.cum];
  return row.kind === 'call' ? [row.direction === 'callees' ? row.flat : 0, row.value] : [0, 0];
}

interface Figure {
  readonly text: string;
  /** Sign of the value, in a comparison. */
  readonly sign?: number;
  /** See barLength. */
  readonly bar?: number;
  readonly remark?: FigureRemark | undefined;
  /** Whether the figure rests on few samples. */
  readonly isFew?: boolean | undefined;
}

function cell(column: number, { text, sign = 0, bar = 0, remark, isFew = false }: Figure): HTMLElement {
  const isFirm = !isFew && remark?.isFirm !== false;
  const content: Child[] = [];
  // A shape in addition to the color, because some users cannot distinguish the colors.
  const shape = isFirm ? (sign < 0 ? '▼' : '▲') : (remark?.sign ?? '~');
  const changeClass = isFirm ? (sign < 0 ? 'fell' : 'grew') : 'unsure';
  if (sign !== 0) content.push(element('span', { class: changeClass, 'aria-hidden': 'true' }, shape));
  content.push(...drawBar(bar, remark?.isFirm !== false));
  const isZero = text === '0' || text === '0%';
  const className = isZero ? 'number zero' : isFirm ? 'number' : 'number unsure';
  const title = isFew ? FEW_SAMPLES_TEXT : remark?.text;
  const titleAttribute = !title || isZero ? {} : { title };
  return element(
    'div',
    { class: className, role: 'gridcell', 'aria-colindex': column, ...titleAttribute },
    ...content,
    figure(text),
  );
}

/** A narrow table hides the unit of operations, because its headers have it. */
function figure(text: string): HTMLElement {
  const unit = operationUnit(text);
  const value = element('span', {}, text.slice(0, text.length - unit.length));
  if (unit !== '') value.append(element('span', { class: 'per-operation' }, unit));
  return value;
}

function nameCell(rows: TopRows, row: Row, { share, name, remark }: ReturnType<typeof rowText>): HTMLElement {
  const canUnfold = rows.canUnfold(row);
  const isUnfolded = rows.isUnfolded(row);
  const twisty = element('span', { class: canUnfold ? 'twisty' : 'twisty none', 'aria-hidden': 'true' }, canUnfold ? (isUnfolded ? '⌄' : '›') : '');
  const cellElement = element('div', { class: 'name', role: 'gridcell', 'aria-colindex': 6 }, twisty);
  if (share !== '') cellElement.append(element('span', { class: 'share' }, share));
  cellElement.append(element('span', { class: 'label', title: titleOf(row, name) }, ...nameElements(name)));
  if (remark !== '') cellElement.append(element('span', { class: 'remark' }, remark));
  cellElement.style.paddingInlineStart = `${(levelOf(row) - 1) * INDENT}px`;
  return cellElement;
}

function titleOf(row: Row, name: string): string {
  if (!('file' in row) || row.file === '') return name;
  return `${name}\n${row.file}${row.line > 0 ? `:${row.line}` : ''}`;
}
