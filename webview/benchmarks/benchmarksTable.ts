import type {
  BenchmarksOrder,
  BenchmarksTable,
  PlacedRow,
  RowsParams,
  RowsAnswer,
  RowsView,
} from '../../src/bench/comparison/answers';
import type { BenchmarksChart, BenchmarksInput } from '../../src/protocol/benchmarksMessages';
import { claim, element, setAttributes } from '../controls/dom';
import { columnCount, figuresOf, meansRow, spacerRow } from './rowElements';
import { rowChart } from './rowChart';
import { RowPlaces, ROW_HEIGHT } from './rowPlaces';
import { tableHead } from './tableHead';
import type { TableView } from './savedView';
import { nextOrder } from './tableOrder';

export interface TableActions {
  /** Requests rows; the answer arrives with `take`. */
  rows(asked: RowsParams): void;
  /** Requests the chart of a row; the answer arrives with `showChart`. */
  chart(row: number): void;
  /** Opens the code of a row's benchmark. */
  code(row: number): void;
  /** Called when the order or the set of open charts has changed. */
  changed(): void;
}

/** Rows drawn beyond the visible ones, on each side. */
const MARGIN = 20;
/** Rows fetched beyond the drawn ones, on each side. */
const AHEAD = 120;
/** The assumed height of a chart until it is drawn, in pixels. */
const CHART_HEIGHT = 260;
/** The two rows of column headers. */
const HEAD_ROWS = 2;

interface OpenChart {
  chart: BenchmarksChart | undefined;
  height: number;
  /** The position of its row; undefined if the filter hides the row. */
  position: number | undefined;
}

/** The loaded rows of a view, from a position on. */
interface Loaded extends RowsView {
  readonly from: number;
  readonly rows: readonly PlacedRow[];
}

/**
 * The table of one unit. A click on a header sorts; a click on a name opens the row's chart. The table draws only the
 * rows in view, and requests them on demand.
 */
export class UnitTable {
  readonly element = element('section', { class: 'unit' });
  private readonly table = element('table', { class: 'figures' });
  private readonly body = element('tbody');
  private head: HTMLElement;
  private order: BenchmarksOrder | undefined;
  private filter = '';
  /** Number of rows that match the filter. */
  count: number;
  private loaded: Loaded;
  /** The last request for rows while it is open; meanwhile, the table may show rows of an earlier view. */
  private asked: RowsParams | undefined;
  private places: RowPlaces;
  private readonly open = new Map<number, OpenChart>();
  private readonly drawn = new Map<number, readonly HTMLElement[]>();
  /** The position that the Tab key focuses, because the names are one tab stop. */
  private cursor = 0;
  /** Whether the name at the cursor takes the focus once it is drawn. */
  private takesFocus = false;

  /**
   * @param scroller the element in which the table scrolls
   * @param isWhole whether all rows are drawn, not only those in view
   */
  constructor(
    private readonly data: BenchmarksTable,
    private readonly inputs: readonly BenchmarksInput[],
    private readonly place: number,
    private readonly scroller: HTMLElement,
    private readonly isWhole: boolean,
    private readonly actions: TableActions,
  ) {
    const { unit, titles, notes, rows, means, count } = data;
    this.count = count;
    this.places = new RowPlaces(count);
    this.loaded = { filter: '', from: 0, rows: rows.map((row, at) => ({ row, at })) };
    this.head = this.newHead();
    this.table.setAttribute('aria-label', `Results in ${unit}`);
    this.table.addEventListener('keydown', (event) => this.walk(event));
    this.table.append(this.head, this.body, ...(means.length > 0 ? [element('tfoot', {}, meansRow(means))] : []));
    const list = notes.map(({ text, plain }, i) =>
      element('li', { value: i + 1 }, element('code', {}, text), element('span', {}, ` ${plain}`)));
    this.element.append(
      element('h2', {}, unit, ...titles.map((title) => element('span', { class: 'remark' }, title))),
      this.table,
      ...(list.length > 0 ? [element('ol', { class: 'notes', 'aria-label': `Footnotes of ${unit}` }, ...list)] : []));
  }

  get view(): TableView {
    return { ...(this.order && { order: this.order }), open: [...this.open.keys()] };
  }

  /** Restores the order and the open charts of an earlier view of the same rows. */
  restore({ order, open }: TableView): void {
    for (const at of open) {
      if (at >= this.data.count) continue;
      this.open.set(at, { chart: undefined, height: CHART_HEIGHT, position: at });
      this.actions.chart(at);
    }
    if (order) this.sortBy(order);
  }

  /**
   * Shows only the rows that match a filter.
   * @param count the number of matching rows
   */
  showOnly(filter: string, count: number): void {
    this.element.hidden = count === 0;
    if (filter === this.filter) return;
    this.filter = filter;
    this.ask(0, Math.min(count, AHEAD));
  }

  /** Shows the answer to a request for rows. */
  take(asked: RowsParams, { rows, count, found }: RowsAnswer): void {
    if (asked !== this.asked && JSON.stringify(asked) !== JSON.stringify(this.asked)) return;
    this.asked = undefined;
    const { filter, order, from } = asked;
    const isSameView = filter === this.loaded.filter && order?.column === this.loaded.order?.column
      && order?.direction === this.loaded.order?.direction;
    asked.find.forEach((at, i) => {
      const open = this.open.get(at);
      if (open) open.position = found[i] === -1 ? undefined : found[i];
    });
    this.count = count;
    this.loaded = { filter, order, from, rows };
    if (!isSameView) this.drawn.clear();
    this.cursor = Math.max(0, Math.min(this.cursor, count - 1));
    this.draw();
  }

  showChart(row: number, chart: BenchmarksChart): void {
    const open = this.open.get(row);
    if (!open) return;
    open.chart = chart;
    this.redraw(open.position);
  }

  /** Draws the rows in view. */
  draw(): void {
    if (this.element.hidden) return;
    const charts = [...this.open.values()].flatMap(({ position, height }) =>
      (position === undefined ? [] : [[position, height] as const]));
    this.places = new RowPlaces(this.count, charts);
    setAttributes(this.table, { 'aria-rowcount': this.count + HEAD_ROWS + (this.data.means.length > 0 ? 1 : 0) });
    const { from, to } = this.inView();
    const { loaded } = this;
    const positions = new Set<number>();
    const known = Math.min(to, loaded.from + loaded.rows.length);
    for (let at = Math.max(from, loaded.from); at < known; at++) positions.add(at);
    // The focused row keeps the focus even if it is scrolled out of view.
    if (this.body.contains(document.activeElement) && this.drawn.has(this.cursor)) positions.add(this.cursor);
    for (const at of this.drawn.keys()) if (!positions.has(at)) this.drawn.delete(at);
    const nodes: ChildNode[] = [];
    let end = 0;
    const skipTo = (top: number) => {
      if (top > end) nodes.push(spacerRow(top - end, columnCount(this.data.columns.length)));
    };
    for (const at of [...positions].sort((a, b) => a - b)) {
      skipTo(this.places.top(at));
      nodes.push(...this.elementsAt(at));
      end = this.places.top(at + 1);
    }
    skipTo(this.places.top(this.count));
    arrange(this.body, nodes);
    this.markCursor();
    this.measureCharts();
    if (from < to && (from < loaded.from || to > loaded.from + loaded.rows.length)) this.ask(from, to);
  }

  private newHead(): HTMLElement {
    return tableHead(this.data, this.inputs, {
      id: `sort-${this.place}`,
      order: this.order,
      sort: (column) => {
        this.sortBy(nextOrder(this.order, column));
        this.actions.changed();
      },
    });
  }

  private sortBy(order: BenchmarksOrder | undefined): void {
    this.order = order;
    const focused = document.activeElement?.id;
    const head = this.newHead();
    this.head.replaceWith(head);
    this.head = head;
    if (focused) document.getElementById(focused)?.focus();
    const { from, to } = this.inView();
    this.ask(from, to);
  }

  /** Requests rows of the current view, unless an open request includes them. */
  private ask(from: number, to: number): void {
    const { filter, order, asked } = this;
    const isSame = asked?.filter === filter && asked.order === order;
    if (isSame && asked.from <= from && asked.to >= to) return;
    const range = { from: Math.max(0, from - AHEAD), to: to + AHEAD };
    this.asked = { ...range, filter, order, table: this.place, find: [...this.open.keys()] };
    this.actions.rows(this.asked);
  }

  /** The positions [from, to) of the rows to draw. */
  private inView(): { readonly from: number; readonly to: number } {
    if (this.isWhole) return { from: 0, to: this.count };
    const top = this.body.getBoundingClientRect().top;
    const view = this.scroller.getBoundingClientRect();
    if (top > view.bottom || top + this.places.top(this.count) < view.top) return { from: 0, to: 0 };
    const { from, to } = this.places.between(Math.max(0, view.top - top), view.bottom - top);
    return { from: Math.max(0, from - MARGIN), to: Math.min(this.count, to + MARGIN) };
  }

  private elementsAt(position: number): readonly HTMLElement[] {
    const known = this.drawn.get(position);
    if (known) return known;
    const made = this.rowAt(this.loaded.rows[position - this.loaded.from], position);
    this.drawn.set(position, made);
    return made;
  }

  private rowAt({ row, at }: PlacedRow, position: number): HTMLElement[] {
    const open = this.open.get(at);
    const name = element('button', {
      id: `row-${this.place}-${at}`,
      class: 'plain',
      'aria-expanded': String(open !== undefined),
      title: `${row.name}: show its runs`,
    }, row.name);
    name.addEventListener('click', () => this.toggle(at, position));
    name.addEventListener('focus', () => {
      this.cursor = position;
      this.markCursor();
    });
    const made = element('tr', { 'aria-rowindex': position + HEAD_ROWS + 1 },
      element('th', { scope: 'row', class: 'name' }, name), ...figuresOf(row));
    return open ? [made, this.chartRow(at, row.name, open)] : [made];
  }

  private chartRow(at: number, name: string, { chart }: OpenChart): HTMLElement {
    const code = element('button', { id: `code-${this.place}-${at}`, class: 'link' }, 'Go to Benchmark');
    code.addEventListener('click', () => this.actions.code(at));
    const shown = element('div', { class: 'pane' },
      element('div', { class: 'whole-name' }, name), ...(chart ? [rowChart(chart)] : []), code);
    return element('tr', { class: 'chart' }, element('td', { colspan: columnCount(this.data.columns.length) }, shown));
  }

  private toggle(at: number, position: number): void {
    if (this.open.delete(at)) this.redraw(position);
    else {
      this.open.set(at, { chart: undefined, height: CHART_HEIGHT, position });
      this.actions.chart(at);
      this.redraw(position);
    }
    this.actions.changed();
  }

  /** Replaces the elements of a row. */
  private redraw(position: number | undefined): void {
    if (position === undefined || !this.drawn.has(position)) return;
    const focused = document.activeElement?.id;
    this.drawn.delete(position);
    this.draw();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  private measureCharts(): void {
    for (const open of this.open.values()) {
      const row = open.chart && open.position !== undefined ? this.drawn.get(open.position)?.[1] : undefined;
      if (row) open.height = row.offsetHeight;
    }
  }

  private markCursor(): void {
    for (const [position, [row]] of this.drawn) {
      const button = row.querySelector('button');
      if (button) setAttributes(button, { tabindex: position === this.tabStop() ? 0 : -1 });
      if (button && this.takesFocus && position === this.cursor) {
        this.takesFocus = false;
        button.focus({ preventScroll: true });
      }
    }
  }

  /** The cursor if its row is drawn, otherwise the first drawn row. */
  private tabStop(): number {
    return this.drawn.has(this.cursor) ? this.cursor : Math.min(...this.drawn.keys());
  }

  /** Arrow keys move between the names. */
  private walk(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest('tbody .name') === null) return;
    const page = Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - HEAD_ROWS;
    const to = stepOf(event.key, this.cursor, this.count, page);
    if (to === undefined) return;
    claim(event);
    this.cursor = to;
    this.takesFocus = true;
    this.reveal(to);
    this.draw();
  }

  /** Scrolls a row into view, below the column headers, which stay in place. */
  private reveal(position: number): void {
    const view = this.scroller.getBoundingClientRect();
    const above = view.top + this.head.offsetHeight;
    const top = this.body.getBoundingClientRect().top + this.places.top(position);
    if (top < above) this.scroller.scrollTop += top - above;
    else if (top + ROW_HEIGHT > view.bottom) this.scroller.scrollTop += top + ROW_HEIGHT - view.bottom;
  }
}

function stepOf(key: string, from: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, from + 1);
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'PageDown':
      return Math.min(count - 1, from + Math.max(1, page));
    case 'PageUp':
      return Math.max(0, from - Math.max(1, page));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Sets the children of an element. Does not move children that stay, so that they keep the focus. Removes the others
 * last, because the page would scroll if it were shorter for a moment.
 */
function arrange(parent: HTMLElement, nodes: readonly ChildNode[]): void {
  const wanted = new Set(nodes);
  const old = [...parent.childNodes].filter((child) => !wanted.has(child));
  let next = parent.firstChild;
  for (const node of nodes) {
    while (next && !wanted.has(next)) next = next.nextSibling;
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  for (const child of old) child.remove();
}
