import { element, setAttributes, setText, stopEvent } from '../controls/dom';
import { rowForKey } from '../controls/sortedTable';

export interface TableColumn {
  readonly name: string;
  /** Whether its cells are words; figures stand at the right. */
  readonly isText?: boolean;
}

export interface FigureTableOptions {
  /** What its rows are, on its buttons: `Collections`. */
  readonly title: string;
  /** What the table shows, for assistive technology. */
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** The cells of some rows. Rejects with an AbortError if a newer question replaces it. */
  rows(from: number, limit: number): readonly (readonly string[])[] | Promise<readonly (readonly string[])[]>;
  /** Copies the whole table as CSV. */
  copy(): void;
  /** A row was chosen, by a click or Enter. */
  choose?(row: number): void;
  /** The table was shown or hidden by its button. */
  onToggle?(isShown: boolean): void;
  /** The rows could not be had: see unlessCancelled. */
  readonly onFailure: (error: unknown) => void;
}

const ROW_HEIGHT = 24;
/** Rows drawn beyond the visible ones, on each side. */
const OVERSCAN = 10;
/** Browsers draw no taller elements reliably, in pixels. */
const MAX_HEIGHT = 12e6;

/** The figures of charts as a table, which draws only the rows in view, behind a button that shows or hides it. */
export class FigureTable {
  readonly element: HTMLElement;
  private readonly body = element('tbody');
  private readonly table: HTMLTableElement;
  private readonly room = element('div', { class: 'room' });
  private readonly scroller: HTMLElement;
  private readonly toggle = element('button', { class: 'link' });
  private count = 0;
  private current = -1;
  private isShown = false;
  private question = 0;
  private readonly resizes = new ResizeObserver(() => this.draw());

  constructor(private readonly options: FigureTableOptions) {
    const { title, label, columns, copy } = options;
    this.table = element('table', { class: 'figure-table', 'aria-label': label },
      element('thead', {}, element('tr', {}, ...columns.map(({ name, isText }) =>
        element('th', { scope: 'col', class: isText ? 'words' : 'figure' }, name)))), this.body);
    this.room.append(this.table);
    this.scroller = element('div', { class: 'table-scroll', hidden: true }, this.room);
    const copyButton = element('button', { class: 'link', 'aria-label': `Copy as CSV: ${title}` }, 'Copy as CSV');
    copyButton.addEventListener('click', copy);
    this.toggle.addEventListener('click', () => {
      this.show(!this.isShown);
      this.options.onToggle?.(this.isShown);
    });
    this.element = element('section', { class: 'table-part' },
      element('div', { class: 'chart-tools' }, this.toggle, copyButton), this.scroller);
    this.scroller.addEventListener('scroll', () => this.draw(), { passive: true });
    this.table.addEventListener('keydown', (event) => this.onKeydown(event));
    this.resizes.observe(this.scroller);
    this.show(false);
  }

  /** Ends what goes on when the table is no longer in the page. */
  dispose(): void {
    this.resizes.disconnect();
  }

  show(isShown: boolean): void {
    this.isShown = isShown;
    this.scroller.hidden = !isShown;
    setText(this.toggle, `${isShown ? 'Hide' : 'Show'} Table of ${this.options.title}`);
    setAttributes(this.toggle, { 'aria-expanded': String(isShown) });
    this.reveal(this.current);
  }

  /** The number of rows is another, or their cells are. */
  update(count: number): void {
    this.count = count;
    setAttributes(this.table, { 'aria-rowcount': count + 1 });
    this.room.style.height = `${Math.min(MAX_HEIGHT, (count + 1) * ROW_HEIGHT)}px`;
    this.draw();
  }

  /** Marks a row, and scrolls to it; -1 marks none. */
  reveal(row: number): void {
    this.current = row;
    if (row >= 0 && this.isShown) {
      const first = this.firstRow();
      const visible = this.visibleRows();
      if (row < first || row >= first + visible) this.scrollTo(row - Math.floor(visible / 2));
    }
    this.draw();
  }

  /** The rows that fit, without the head. */
  private visibleRows(): number {
    return Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 1);
  }

  /** Rows for each pixel of the scroll bar; 1/ROW_HEIGHT unless the table is too tall. */
  private get rowsPerPixel(): number {
    const scrolled = Math.min(MAX_HEIGHT, (this.count + 1) * ROW_HEIGHT) - this.scroller.clientHeight;
    return scrolled <= 0 ? 0 : Math.max(0, this.count - this.visibleRows()) / scrolled;
  }

  private firstRow(): number {
    return Math.min(this.count, Math.max(0, Math.round(this.scroller.scrollTop * this.rowsPerPixel)));
  }

  private scrollTo(row: number): void {
    const perPixel = this.rowsPerPixel;
    this.scroller.scrollTop = perPixel === 0 ? 0 : Math.max(0, row) / perPixel;
  }

  private draw(): void {
    if (!this.isShown) return;
    const first = this.firstRow();
    const from = Math.max(0, first - OVERSCAN);
    const limit = Math.min(this.count - from, this.visibleRows() + 2 * OVERSCAN);
    const question = ++this.question;
    const answer = this.options.rows(from, limit);
    const show = (rows: readonly (readonly string[])[]) => question === this.question && this.fill(from, first, rows);
    if (answer instanceof Promise) answer.then(show, this.options.onFailure);
    else show(answer);
  }

  private fill(from: number, first: number, rows: readonly (readonly string[])[]): void {
    const hadFocus = this.body.contains(document.activeElement);
    // The head sticks to the top, so the rows above the first one in view are drawn above it.
    this.table.style.top = `${this.scroller.scrollTop - (first - from) * ROW_HEIGHT}px`;
    this.body.replaceChildren(...rows.map((cells, i) => this.rowOf(from + i, cells)));
    const stop = this.body.querySelector<HTMLElement>('[tabindex="0"]') ?? this.body.querySelector<HTMLElement>('tr');
    if (stop) setAttributes(stop, { tabindex: 0 });
    if (hadFocus) stop?.focus({ preventScroll: true });
  }

  private rowOf(row: number, cells: readonly string[]): HTMLElement {
    const { columns } = this.options;
    const isCurrent = row === this.current;
    const created = element('tr', {
      'aria-rowindex': row + 2, 'aria-selected': String(isCurrent), class: isCurrent ? 'current' : undefined,
      'data-row': row, tabindex: isCurrent ? 0 : -1,
    }, ...cells.map((cell, i) => element('td', { class: columns[i]?.isText ? 'words' : 'figure' }, cell)));
    created.addEventListener('click', () => this.choose(row));
    return created;
  }

  private choose(row: number): void {
    this.reveal(row);
    this.options.choose?.(row);
  }

  private onKeydown(event: KeyboardEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('tr[data-row]');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(row.dataset.row);
    const next = event.key === 'Enter' ? at : rowForKey(event.key, at, this.count, this.visibleRows());
    if (next === undefined) return;
    stopEvent(event);
    if (event.key === 'Enter') this.choose(next);
    else this.reveal(next);
  }
}
