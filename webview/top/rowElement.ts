import { type Child, element, setAttributes, setText } from '../controls/dom';
import { FEW_SAMPLES_TEXT, type FigureFormat, type FigureRemark } from '../text/figureTexts';
import { nameElements } from '../controls/nameElements';
import { widthOf } from '../text/widthOf';
import { levelOf, type Row, type TopRows } from './topRows';
import { operationUnit, rowAccessibleName, rowText } from './rowText';
import type { TableFormat, TableWindow } from '../../src/profile/answers/table';
import { perWork } from '../../src/profile/text/relativeUnits';

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
  const isZero = text === '0' || text === '0\u202f%';
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

/**
 * The value whose bar is as wide as its column: the total, or the largest change if that exceeds the total. Flat and
 * cum have one scale, because readers compare their bars.
 */
export function fullBar({ total, maxFlat, maxCum }: TableWindow): number {
  return Math.max(Math.abs(total), maxFlat, maxCum);
}

/** The length of the bar below a figure, from -1 to 1. @param full see fullBar */
const barLength = (value: number, full: number): number => (full === 0 ? 0 : value / full);

/** The bar, in an array; empty if it is too short to be seen. @param length see barLength */
function drawBar(length: number, isFirm: boolean): HTMLElement[] {
  const width = Math.round(Math.min(1, Math.abs(length)) * 100);
  if (width === 0) return [];
  const bar = element('span', { class: `bar${length < 0 ? ' fell' : ''}${isFirm ? '' : ' unsure'}`, 'aria-hidden': 'true' });
  bar.style.width = `${width}%`;
  return [bar];
}

/** The width of a shape and the space after it, before the figure of a comparison, in digits. */
const SHAPE = 2;

/** Makes the columns as wide as their widest figure, in the drawn rows. They never get narrower. */
export class FigureWidth {
  private shown = '';
  /** The widths of the widest figures in digits, by the variable for top.css. */
  private readonly widest = new Map<string, number>();

  constructor(private readonly grid: HTMLElement) {}

  /** Call before rows are drawn: the figures of another profile or unit start anew. */
  begin({ unit, outputUnit, total }: TableFormat): void {
    const shown = [unit, outputUnit, total].join(' ');
    if (shown === this.shown) return;
    this.shown = shown;
    this.widest.clear();
    const suffix = perWork(unit);
    this.grid.classList.toggle('costs-per-operation', suffix !== '');
    for (const head of this.grid.querySelectorAll<HTMLElement>('.head-operation')) setText(head, suffix);
  }

  /** Call for each row that is shown. */
  fit(row: Row, { format }: Pick<RowOptions, 'format'>): void {
    const { flat, flatShare, sum, cum, cumShare } = rowText(row, format);
    const shape = format.isSigned ? SHAPE : 0;
    for (const text of [flat, cum]) {
      this.widen('--figure-digits', widthOf(text) + shape);
      // A narrow table hides the unit of operations.
      this.widen('--short-figure-digits', widthOf(text.slice(0, text.length - operationUnit(text).length)) + shape);
    }
    for (const text of [flatShare, sum, cumShare]) this.widen('--share-digits', widthOf(text) + shape);
  }

  private widen(variable: string, width: number): void {
    if (width <= (this.widest.get(variable) ?? 0)) return;
    this.widest.set(variable, width);
    this.grid.style.setProperty(variable, String(width));
  }
}
