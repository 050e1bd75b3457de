import type { TableColumn } from '../../src/profile/answers/table';
import { element, setAttributes } from '../controls/dom';
import { drawRow, isSame, type Look, ROW_HEIGHT } from './rowElement';
import { COLUMN_COUNT, ColumnHeaders } from './columnHeaders';
import type { Signs, TopOrder } from './rowOrder';
import type { Row, TopRows } from './topRows';
import { spokenRow } from './rowText';

/** Extra rows drawn above and below the visible ones. */
const MARGIN = 12;

interface DrawnRow {
  readonly element: HTMLElement;
  /** Identifies the content of the element: the row is redrawn when the key changes. */
  readonly contentKey: string;
}

export interface GridActions {
  sort(column: TableColumn): void;
  /** Called after the rows at positions [from, to) are drawn. */
  rowsDrawn(from: number, to: number): void;
  keydown(event: KeyboardEvent): void;
  choose(row: Row, event: MouseEvent): void;
  openSource(row: Row): void;
  toggle(row: Row): void;
  openMenu(row: Row, at: { readonly x: number; readonly y: number }): void;
}

/** The scrollable table of the Top tab. It draws only the rows in or near the view, and the focused row. */
export class TopGrid {
  readonly element = element('div', { class: 'top-grid', role: 'treegrid', 'aria-label': 'Functions', tabindex: 0 });
  private readonly headers: ColumnHeaders;
  private readonly body = element('div', { class: 'top-body', role: 'none' });
  private readonly drawn = new Map<number, DrawnRow>();
  private look: Look | undefined;
  private cursor = -1;

  constructor(
    private readonly rows: TopRows,
    private readonly actions: GridActions,
  ) {
    this.headers = new ColumnHeaders((column) => actions.sort(column));
    setAttributes(this.element, { 'aria-colcount': COLUMN_COUNT });
    const headerGroup = element('div', { class: 'top-heads', role: 'rowgroup' }, this.headers.element);
    this.element.append(headerGroup, this.body);
    this.element.addEventListener('scroll', () => this.fill());
    this.element.addEventListener('keydown', (event) => event.target === this.element && actions.keydown(event));
    this.body.addEventListener('click', (event) => this.click(event));
    this.body.addEventListener('dblclick', (event) => this.withRow(event, (row) => actions.openSource(row)));
    this.body.addEventListener('contextmenu', (event) => this.openMenu(event));
    new ResizeObserver(() => this.fill()).observe(this.element);
  }

  get scrollTop(): number {
    return this.element.scrollTop;
  }

  set scrollTop(pixels: number) {
    this.element.scrollTop = pixels;
    this.fill();
  }

  /** Number of rows to move by for Page Up and Page Down. */
  get pageSize(): number {
    return Math.max(1, Math.floor(this.bodyHeight / ROW_HEIGHT) - 1);
  }

  /**
   * Redraws the rows that changed. Keeps the elements of other rows, so that a click on them is not lost.
   * @param cursor position of the focused row; -1 if there is none
   */
  draw(look: Look, cursor: number): void {
    this.look = look;
    this.cursor = cursor;
    for (const [position, { contentKey }] of this.drawn) {
      const row = this.rows.at(position);
      if (!row || this.contentKey(row, look) !== contentKey) this.remove(position);
    }
    this.element.classList.toggle('signed', look.hasNegative);
    this.body.style.height = `${this.rows.length * ROW_HEIGHT}px`;
    setAttributes(this.element, { 'aria-rowcount': this.rows.length + 1 });
    this.fill();
  }

  showOrder(order: TopOrder, signs: Signs): void {
    this.headers.show(order, signs);
  }

  clear(): void {
    this.look = undefined;
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

  private fill(): void {
    const { look } = this;
    const { bodyHeight } = this;
    if (!look || bodyHeight <= 0) return;
    const { scrollTop } = this.element;
    const from = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - MARGIN);
    const to = Math.min(this.rows.length, Math.ceil((scrollTop + bodyHeight) / ROW_HEIGHT) + MARGIN);
    for (const position of [...this.drawn.keys()]) {
      if ((position < from || position >= to) && position !== this.cursor) this.remove(position);
    }
    for (let position = from; position < to; position++) this.put(position, look);
    // Screen readers need the focused row even if it is scrolled out of view.
    if (this.cursor >= 0 && this.cursor < this.rows.length) this.put(this.cursor, look);
    this.markCursor();
    this.actions.rowsDrawn(from, to);
  }

  private put(position: number, look: Look): void {
    if (this.drawn.has(position)) return;
    const row = this.rows.at(position);
    if (!row) return;
    const drawn = drawRow(this.rows, row, position, look);
    this.drawn.set(position, { element: drawn, contentKey: this.contentKey(row, look) });
    this.body.append(drawn);
  }

  private remove(position: number): void {
    this.drawn.get(position)?.element.remove();
    this.drawn.delete(position);
  }

  private contentKey(row: Row, look: Look): string {
    const { maxFlat, maxCum, hasNegative } = look;
    const parts = [row.kind, spokenRow(row, look.format), this.rows.isOpen(row), isSame(row, look), this.rows.count];
    return JSON.stringify([...parts, maxFlat, maxCum, hasNegative]);
  }

  private markCursor(): void {
    for (const [position, { element: row }] of this.drawn) {
      row.classList.toggle('cursor', position === this.cursor);
      setAttributes(row, { 'aria-selected': String(position === this.cursor) });
    }
    const active = this.drawn.get(this.cursor)?.element;
    setAttributes(this.element, { 'aria-activedescendant': active?.id });
  }

  private click(event: MouseEvent): void {
    this.withRow(event, (row) => {
      const onTwisty = event.target instanceof Element && event.target.closest('.twisty') !== null;
      if (onTwisty) this.actions.toggle(row);
      else this.actions.choose(row, event);
    });
  }

  private openMenu(event: MouseEvent): void {
    this.withRow(event, (row) => {
      event.preventDefault();
      this.actions.choose(row, event);
      this.actions.openMenu(row, { x: event.clientX, y: event.clientY });
    });
  }

  private withRow(event: MouseEvent, act: (row: Row) => void): void {
    const target = event.target instanceof Element ? event.target.closest('.top-row') : null;
    for (const [position, drawn] of this.drawn) {
      const row = drawn.element === target ? this.rows.at(position) : undefined;
      if (row) return act(row);
    }
  }
}
