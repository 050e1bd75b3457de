import type { TableColumn } from '../../src/profile/answers/table';
import { element, setAttributes } from '../controls/dom';
import { drawRow, FigureWidth, isSelected, ROW_HEIGHT, type RowOptions } from './rowElement';
import { ariaSort, orderHint, type Signs, type TopOrder } from './topOrder';
import type { Row, TopRows } from './topRows';
import { rowAccessibleName } from './rowText';

/** Extra rows drawn above and below the visible ones. */
const OVERSCAN = 12;

interface DrawnRow {
  readonly element: HTMLElement;
  /** Identifies the content of the element: the row is redrawn when the key changes. */
  readonly contentKey: string;
}

export interface GridActions {
  sort(column: TableColumn): void;
  /** Called after the rows at positions [from, to) are drawn. */
  onRowsDrawn(from: number, to: number): void;
  onKeydown(event: KeyboardEvent): void;
  onRowClick(row: Row, event: MouseEvent): void;
  openSource(row: Row): void;
  toggle(row: Row): void;
  openMenu(row: Row, position: { readonly x: number; readonly y: number }): void;
}

/** The scrollable table of the Top tab. It draws only the rows in or near the view, and the focused row. */
export class TopGrid {
  readonly element = element('div', { class: 'top-grid', role: 'treegrid', 'aria-label': 'Functions', tabindex: 0 });
  private readonly headers: ColumnHeaders;
  private readonly body = element('div', { class: 'top-body', role: 'none' });
  private readonly drawn = new Map<number, DrawnRow>();
  private readonly figureWidth = new FigureWidth(this.element);
  private options: RowOptions | undefined;
  private cursor = -1;

  constructor(
    private readonly rows: TopRows,
    private readonly actions: GridActions,
  ) {
    this.headers = new ColumnHeaders((column) => actions.sort(column));
    setAttributes(this.element, { 'aria-colcount': COLUMN_COUNT });
    const headerGroup = element('div', { class: 'top-heads', role: 'rowgroup' }, this.headers.element);
    this.element.append(headerGroup, this.body);
    this.element.addEventListener('scroll', () => this.drawVisible());
    this.element.addEventListener('keydown', (event) => event.target === this.element && actions.onKeydown(event));
    this.body.addEventListener('click', (event) => this.onClick(event));
    this.body.addEventListener('dblclick', (event) => this.withRow(event, (row) => actions.openSource(row)));
    this.body.addEventListener('contextmenu', (event) => this.openMenu(event));
    new ResizeObserver(() => this.drawVisible()).observe(this.element);
  }

  get scrollTop(): number {
    return this.element.scrollTop;
  }

  set scrollTop(pixels: number) {
    this.element.scrollTop = pixels;
    this.drawVisible();
  }

  /** Number of rows to move by for Page Up and Page Down. */
  get pageSize(): number {
    return Math.max(1, Math.floor(this.bodyHeight / ROW_HEIGHT) - 1);
  }

  /**
   * Redraws the rows that changed. Keeps the elements of other rows, so that a click on them is not lost.
   * @param cursor position of the focused row; -1 if there is none
   */
  draw(options: RowOptions, cursor: number): void {
    this.options = options;
    this.cursor = cursor;
    this.figureWidth.begin(options.format);
    for (const [position, { element: drawn, contentKey }] of this.drawn) {
      const row = this.rows.at(position);
      if (row) this.figureWidth.fit(row, options);
      if (!row) this.remove(position);
      // A row stays at its place in the document, because screen readers read in this order.
      else if (this.contentKey(row, options) !== contentKey) drawn.replaceWith(this.drawRow(position, row, options));
    }
    this.element.classList.toggle('signed', options.format.isSigned === true);
    this.body.style.height = `${this.rows.length * ROW_HEIGHT}px`;
    setAttributes(this.element, { 'aria-rowcount': this.rows.length + 1 });
    this.drawVisible();
  }

  showOrder(order: TopOrder, signs: Signs): void {
    this.headers.show(order, signs);
  }

  clear(): void {
    this.options = undefined;
    for (const position of [...this.drawn.keys()]) this.remove(position);
    this.body.style.height = '0';
  }

  focus(): void {
    this.element.focus();
  }

  /** Scrolls a row into view. */
  reveal(position: number): void {
    const top = position * ROW_HEIGHT;
    const { bodyHeight } = this;
    const { scrollTop } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW_HEIGHT > scrollTop + bodyHeight) this.element.scrollTop = top + ROW_HEIGHT - bodyHeight;
  }

  /** Where to open a row's menu, in window coordinates. */
  menuPosition(position: number): { readonly x: number; readonly y: number } {
    const { left, bottom } = (this.drawn.get(position)?.element ?? this.element).getBoundingClientRect();
    return { x: left + 40, y: bottom };
  }

  /** Visible height of the body, in pixels. */
  private get bodyHeight(): number {
    return this.element.clientHeight - this.headers.element.offsetHeight;
  }

  private drawVisible(): void {
    const { options } = this;
    const { bodyHeight } = this;
    if (!options || bodyHeight <= 0) return;
    const { scrollTop } = this.element;
    const from = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN);
    const to = Math.min(this.rows.length, Math.ceil((scrollTop + bodyHeight) / ROW_HEIGHT) + OVERSCAN);
    for (const position of [...this.drawn.keys()]) {
      if ((position < from || position >= to) && position !== this.cursor) this.remove(position);
    }
    for (let position = from; position < to; position++) this.ensureDrawn(position, options);
    // Screen readers need the focused row even if it is scrolled out of view.
    if (this.cursor >= 0 && this.cursor < this.rows.length) this.ensureDrawn(this.cursor, options);
    this.updateCursor();
    this.actions.onRowsDrawn(from, to);
  }

  private ensureDrawn(position: number, options: RowOptions): void {
    if (this.drawn.has(position)) return;
    const row = this.rows.at(position);
    if (!row) return;
    this.figureWidth.fit(row, options);
    this.body.append(this.drawRow(position, row, options));
  }

  private drawRow(position: number, row: Row, options: RowOptions): HTMLElement {
    const created = drawRow(this.rows, row, position, options);
    this.drawn.set(position, { element: created, contentKey: this.contentKey(row, options) });
    return created;
  }

  private remove(position: number): void {
    this.drawn.get(position)?.element.remove();
    this.drawn.delete(position);
  }

  private contentKey(row: Row, options: RowOptions): string {
    const { fullBar, format } = options;
    const texts = [row.kind, rowAccessibleName(row, format)];
    const flags = [this.rows.isUnfolded(row), isSelected(row, options)];
    return JSON.stringify([...texts, ...flags, this.rows.count, fullBar, format.isSigned]);
  }

  private updateCursor(): void {
    for (const [position, { element: row }] of this.drawn) {
      row.classList.toggle('cursor', position === this.cursor);
      setAttributes(row, { 'aria-selected': String(position === this.cursor) });
    }
    const active = this.drawn.get(this.cursor)?.element;
    setAttributes(this.element, { 'aria-activedescendant': active?.id });
  }

  private onClick(event: MouseEvent): void {
    this.withRow(event, (row) => {
      const isOnTwisty = event.target instanceof Element && event.target.closest('.twisty') !== null;
      if (isOnTwisty) this.actions.toggle(row);
      else this.actions.onRowClick(row, event);
    });
  }

  private openMenu(event: MouseEvent): void {
    this.withRow(event, (row) => {
      event.preventDefault();
      this.actions.onRowClick(row, event);
      this.actions.openMenu(row, { x: event.clientX, y: event.clientY });
    });
  }

  private withRow(event: MouseEvent, action: (row: Row) => void): void {
    const target = event.target instanceof Element ? event.target.closest('.top-row') : null;
    for (const [position, drawn] of this.drawn) {
      const row = drawn.element === target ? this.rows.at(position) : undefined;
      if (row) return action(row);
    }
  }
}

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

const COLUMN_COUNT = COLUMNS.length;

/** The column headers. A click on a header sorts by its column. */
class ColumnHeaders {
  readonly element = element('div', { class: 'top-head', role: 'row', 'aria-rowindex': 1 });
  private readonly headers: readonly HTMLElement[];

  constructor(onSort: (column: TableColumn) => void) {
    this.headers = COLUMNS.map(({ title, sort }, index) => {
      const text = element('span', {}, title);
      // Shown where a narrow table hides the unit of operations in the cells.
      if (title === 'flat' || title === 'cum') text.append(element('span', { class: 'head-operation', 'aria-hidden': 'true' }));
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
