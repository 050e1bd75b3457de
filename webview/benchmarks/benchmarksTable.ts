import { metricTitle } from '../../src/profile/text/screen/figure';
import type {
  BenchmarksOrder,
  BenchmarksTable,
  PlacedRow,
  RowsParams,
  RowsAnswer,
  RowsView,
} from '../../src/bench/comparison/answers';
import type { BenchmarksChart, BenchmarksInput } from '../../src/pages/protocol/benchmarksPage';
import { element, setAttributes, stopEvent } from '../controls/dom';
import { LatestOnly, unlessCancelled } from '../hostLink';
import type { BenchmarksHost } from './benchmarksHost';
import { columnCount, figuresOf, filteredMeansName, meansRow, nameElements, spacerRow } from './rowElements';
import { rowChart } from './rowChart';
import { RowPlaces } from './rowPlaces';
import { tallyText } from './tallyText';
import { Trends } from './trends';
import { tableHead } from './tableHead';
import type { TableView } from './savedView';
import { rowForKey } from '../controls/sortedTable';

export interface TableActions {
  readonly ask: BenchmarksHost['ask'];
  showFailure(message: string): void;
  openCode(row: number): void;
  /** Called when the order or the set of open charts has changed. */
  onViewChange(): void;
}

/** Rows drawn beyond the visible ones, on each side. */
const OVERSCAN = 20;
/** Rows fetched beyond the drawn ones, on each side. */
const PREFETCH = 120;
/** The assumed height of a chart until it is drawn, in pixels. */
const CHART_HEIGHT = 260;
/** Beside a chart, at its left and right: see `.pane`. */
const PANE_PADDING = 24;
/** The two rows of column headers. */
const HEAD_ROWS = 2;

interface OpenChart {
  chart: BenchmarksChart | undefined;
  height: number;
  /** The position of its row; undefined if the filter hides the row. */
  position: number | undefined;
}

/** The loaded rows of a view, from a position on. */
interface LoadedRows extends RowsView {
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
  private readonly meansName = element('th', { scope: 'row', class: 'name' }, 'geomean');
  private head: HTMLElement;
  private order: BenchmarksOrder | undefined;
  private filter = '';
  /** Number of rows that match the filter. */
  count: number;
  private loaded: LoadedRows;
  /** The last request for rows while it is open; meanwhile, the table may show rows of an earlier view. */
  private pendingRequest: RowsParams | undefined;
  private readonly rowsRequest = new LatestOnly();
  private rowPlaces: RowPlaces;
  /** Unset if no earlier captures can be known. */
  private readonly trends: Trends | undefined;
  private readonly openCharts = new Map<number, OpenChart>();
  private readonly drawn = new Map<number, readonly HTMLElement[]>();
  /** The position that the Tab key focuses, because the names are one tab stop. */
  private cursor = 0;
  /** Whether the name at the cursor takes the focus once it is drawn. */
  private isFocusPending = false;

  /**
   * @param scroller the element in which the table scrolls
   * @param hasTrends whether the last column shows earlier captures
   * @param drawsAllRows whether all rows are drawn, not only those in view
   */
  constructor(
    private readonly data: BenchmarksTable,
    private readonly inputs: readonly BenchmarksInput[],
    private readonly tableIndex: number,
    private readonly scroller: HTMLElement,
    private readonly hasTrends: boolean,
    private readonly drawsAllRows: boolean,
    private readonly actions: TableActions,
  ) {
    const { unit, titles, notes, rows, means, count, tallies } = data;
    this.count = count;
    this.rowPlaces = new RowPlaces(count);
    this.loaded = { filter: '', from: 0, rows: rows.map((row, at) => ({ row, at })) };
    this.head = this.newHead();
    this.trends = hasTrends ? new Trends(tableIndex, unit, actions.ask) : undefined;
    this.table.setAttribute('aria-label', `Results, ${metricTitle(unit)}`);
    this.table.addEventListener('keydown', (event) => this.onKeydown(event));
    this.table.append(this.head, this.body, ...(means.length > 0 ? [element('tfoot', {}, meansRow(this.meansName, means, hasTrends))] : []));
    const footnotes = notes.map(({ text, plain }, i) =>
      element('li', { value: i + 1 }, ...(text === '' ? [] : [element('code', {}, text), ' ']), element('span', {}, plain)));
    const tally = tallies.length > 0 ? tallyText(tallies[tallies.length - 1], unit) : '';
    const remarks = [...(tally === '' ? [] : [tally]), ...titles];
    this.element.append(
      element('h2', {}, metricTitle(unit), ...remarks.map((remark) => element('span', { class: 'remark' }, remark))),
      this.table,
      ...(footnotes.length > 0 ? [element('ol', { class: 'notes', 'aria-label': `Footnotes of ${metricTitle(unit)}` }, ...footnotes)] : []));
  }

  get view(): TableView {
    return { ...(this.order && { order: this.order }), open: [...this.openCharts.keys()] };
  }

  /** Restores the order and the open charts of an earlier view of the same rows. */
  restore({ order, open }: TableView): void {
    for (const row of open) {
      if (row >= this.data.count) continue;
      this.openCharts.set(row, { chart: undefined, height: CHART_HEIGHT, position: row });
      this.requestChart(row);
    }
    if (order) this.setOrder(order);
  }

  /**
   * Shows only the rows that match a filter.
   * @param count the number of matching rows
   */
  setFilter(filter: string, count: number): void {
    this.element.hidden = count === 0;
    if (filter === this.filter) return;
    this.filter = filter;
    this.request(0, Math.min(count, PREFETCH));
  }

  /** Asks again what was not answered yet. Call when the same table belongs to a new comparison. */
  resume(): void {
    if (this.pendingRequest) this.requestRows(this.pendingRequest);
    for (const [row, { chart }] of this.openCharts) if (!chart) this.requestChart(row);
  }

  private showRows(request: RowsParams, { rows, count, found }: RowsAnswer): void {
    this.pendingRequest = undefined;
    const { filter, order, from } = request;
    const isSameView = filter === this.loaded.filter && order?.column === this.loaded.order?.column
      && order?.direction === this.loaded.order?.direction;
    request.find.forEach((row, i) => {
      const openChart = this.openCharts.get(row);
      if (openChart) openChart.position = found[i] === -1 ? undefined : found[i];
    });
    this.count = count;
    this.loaded = { filter, order, from, rows };
    this.meansName.textContent = count < this.data.count ? filteredMeansName(this.data.count) : 'geomean';
    if (!isSameView) this.drawn.clear();
    this.cursor = Math.max(0, Math.min(this.cursor, count - 1));
    this.draw();
  }

  private requestRows(request: RowsParams): void {
    this.pendingRequest = request;
    this.actions.ask('rows', request, this.rowsRequest).then((answer) => this.showRows(request, answer), this.onFailure);
  }

  private requestChart(row: number): void {
    this.actions.ask('chart', { table: this.tableIndex, row }, new LatestOnly())
      .then((chart) => chart && this.showChart(row, chart), this.onFailure);
  }

  private readonly onFailure = unlessCancelled(({ message }) => this.actions.showFailure(message));

  private showChart(row: number, chart: BenchmarksChart): void {
    const openChart = this.openCharts.get(row);
    if (!openChart) return;
    openChart.chart = chart;
    this.redraw(openChart.position);
  }

  /** Draws the rows in view. */
  draw(): void {
    if (this.element.hidden) return;
    const charts = [...this.openCharts.values()].flatMap(({ position, height }) =>
      (position === undefined ? [] : [[position, height] as const]));
    this.rowPlaces = new RowPlaces(this.count, charts, this.rowHeight());
    setAttributes(this.table, { 'aria-rowcount': this.count + HEAD_ROWS + (this.data.means.length > 0 ? 1 : 0) });
    const { from, to } = this.rangeToDraw();
    const { loaded } = this;
    const positions = new Set<number>();
    const loadedEnd = Math.min(to, loaded.from + loaded.rows.length);
    for (let position = Math.max(from, loaded.from); position < loadedEnd; position++) positions.add(position);
    // The focused row keeps the focus even if it is scrolled out of view.
    if (this.body.contains(document.activeElement) && this.drawn.has(this.cursor)) positions.add(this.cursor);
    for (const position of this.drawn.keys()) if (!positions.has(position)) this.drawn.delete(position);
    const nodes: ChildNode[] = [];
    let end = 0;
    const addSpacerTo = (top: number) => {
      if (top > end) nodes.push(spacerRow(top - end, columnCount(this.data.columns.length, this.hasTrends)));
    };
    for (const position of [...positions].sort((a, b) => a - b)) {
      addSpacerTo(this.rowPlaces.top(position));
      nodes.push(...this.elementsAt(position));
      end = this.rowPlaces.top(position + 1);
    }
    addSpacerTo(this.rowPlaces.top(this.count));
    updateChildren(this.body, nodes);
    this.updateCursor();
    this.measureCharts();
    const shown = [...positions].map((position) => loaded.rows[position - loaded.from]?.row.name);
    this.trends?.update(shown.filter((name) => name !== undefined));
    if (from < to && (from < loaded.from || to > loaded.from + loaded.rows.length)) this.request(from, to);
  }

  /** In a narrow panel, rows have two lines: see benchmarks.css. */
  private rowHeight(): number | undefined {
    return parseFloat(getComputedStyle(this.table).getPropertyValue('--row-height')) || undefined;
  }

  private newHead(): HTMLElement {
    return tableHead(this.data, this.inputs, {
      id: `sort-${this.tableIndex}`,
      order: this.order,
      hasTrends: this.hasTrends,
      sort: (order) => {
        this.setOrder(order);
        this.actions.onViewChange();
      },
    });
  }

  private setOrder(order: BenchmarksOrder | undefined): void {
    this.order = order;
    const focusedId = document.activeElement?.id;
    const head = this.newHead();
    this.head.replaceWith(head);
    this.head = head;
    if (focusedId) document.getElementById(focusedId)?.focus();
    const { from, to } = this.rangeToDraw();
    this.request(from, to);
  }

  /** Requests rows of the current view, unless an open request includes them. */
  private request(from: number, to: number): void {
    const { filter, order, pendingRequest: pending } = this;
    const isSameView = pending?.filter === filter && pending.order === order;
    if (isSameView && pending.from <= from && pending.to >= to) return;
    const range = { from: Math.max(0, from - PREFETCH), to: to + PREFETCH };
    this.requestRows({ ...range, filter, order, table: this.tableIndex, find: [...this.openCharts.keys()] });
  }

  /** The positions [from, to) of the rows to draw. */
  private rangeToDraw(): { readonly from: number; readonly to: number } {
    if (this.drawsAllRows) return { from: 0, to: this.count };
    const top = this.body.getBoundingClientRect().top;
    const view = this.scroller.getBoundingClientRect();
    if (top > view.bottom || top + this.rowPlaces.top(this.count) < view.top) return { from: 0, to: 0 };
    const { from, to } = this.rowPlaces.between(Math.max(0, view.top - top), view.bottom - top);
    return { from: Math.max(0, from - OVERSCAN), to: Math.min(this.count, to + OVERSCAN) };
  }

  private elementsAt(position: number): readonly HTMLElement[] {
    const drawn = this.drawn.get(position);
    if (drawn) return drawn;
    const elements = this.drawRow(this.loaded.rows[position - this.loaded.from], position);
    this.drawn.set(position, elements);
    return elements;
  }

  private drawRow({ row, at: rowIndex }: PlacedRow, position: number): HTMLElement[] {
    const openChart = this.openCharts.get(rowIndex);
    const nameButton = element('button', {
      id: `row-${this.tableIndex}-${rowIndex}`,
      class: 'plain',
      'aria-expanded': String(openChart !== undefined),
      title: `${row.name}: show its runs`,
      'aria-label': row.name,
    }, ...nameElements(row.name));
    nameButton.addEventListener('click', () => this.toggle(rowIndex, position));
    nameButton.addEventListener('focus', () => {
      this.cursor = position;
      this.updateCursor();
    });
    const rowElement = element('tr', { 'aria-rowindex': position + HEAD_ROWS + 1 },
      element('th', { scope: 'row', class: 'name' }, nameButton), ...figuresOf(row, this.data.span),
      ...(this.trends ? [this.trends.cellOf(row.name)] : []));
    return openChart ? [rowElement, this.drawChart(rowIndex, row.name, openChart)] : [rowElement];
  }

  private drawChart(row: number, name: string, { chart }: OpenChart): HTMLElement {
    const codeButton = element('button', { id: `code-${this.tableIndex}-${row}`, class: 'link' }, 'Go to Benchmark');
    codeButton.addEventListener('click', () => this.actions.openCode(row));
    const pane = element('div', { class: 'pane' },
      element('div', { class: 'whole-name' }, name), ...(chart ? [rowChart(chart, this.scroller.clientWidth - PANE_PADDING)] : []), codeButton);
    return element('tr', { class: 'chart' }, element('td', { colspan: columnCount(this.data.columns.length, this.hasTrends) }, pane));
  }

  private toggle(row: number, position: number): void {
    if (this.openCharts.delete(row)) this.redraw(position);
    else {
      this.openCharts.set(row, { chart: undefined, height: CHART_HEIGHT, position });
      this.requestChart(row);
      this.redraw(position);
    }
    this.actions.onViewChange();
  }

  /** Replaces the elements of a row. */
  private redraw(position: number | undefined): void {
    if (position === undefined || !this.drawn.has(position)) return;
    const focusedId = document.activeElement?.id;
    this.drawn.delete(position);
    this.draw();
    if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
  }

  private measureCharts(): void {
    for (const openChart of this.openCharts.values()) {
      const { chart, position } = openChart;
      const row = chart && position !== undefined ? this.drawn.get(position)?.[1] : undefined;
      if (row) openChart.height = row.offsetHeight;
    }
  }

  private updateCursor(): void {
    for (const [position, [row]] of this.drawn) {
      const button = row.querySelector('button');
      if (button) setAttributes(button, { tabindex: position === this.tabStopPosition() ? 0 : -1 });
      if (button && this.isFocusPending && position === this.cursor) {
        this.isFocusPending = false;
        button.focus({ preventScroll: true });
      }
    }
  }

  /** The cursor if its row is drawn, otherwise the first drawn row. */
  private tabStopPosition(): number {
    return this.drawn.has(this.cursor) ? this.cursor : Math.min(...this.drawn.keys());
  }

  /** Arrow keys move between the names. */
  private onKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest('tbody .name') === null) return;
    const pageSize = Math.floor(this.scroller.clientHeight / this.rowPlaces.rowHeight) - HEAD_ROWS;
    const target = rowForKey(event.key, this.cursor, this.count, pageSize);
    if (target === undefined) return;
    stopEvent(event);
    this.cursor = target;
    this.isFocusPending = true;
    this.reveal(target);
    this.draw();
  }

  /** Scrolls a row into view, below the column headers, which stay in place. */
  private reveal(position: number): void {
    const view = this.scroller.getBoundingClientRect();
    const visibleTop = view.top + this.head.offsetHeight;
    const top = this.body.getBoundingClientRect().top + this.rowPlaces.top(position);
    if (top < visibleTop) this.scroller.scrollTop += top - visibleTop;
    const bottom = top + this.rowPlaces.rowHeight;
    if (top >= visibleTop && bottom > view.bottom) this.scroller.scrollTop += bottom - view.bottom;
  }
}

/**
 * Sets the children of an element. Does not move children that stay, so that they keep the focus. Removes the others
 * last, because the page would scroll if it were shorter for a moment.
 */
function updateChildren(parent: HTMLElement, nodes: readonly ChildNode[]): void {
  const kept = new Set(nodes);
  const removed = [...parent.childNodes].filter((child) => !kept.has(child));
  let next = parent.firstChild;
  for (const node of nodes) {
    while (next && !kept.has(next)) next = next.nextSibling;
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  for (const child of removed) child.remove();
}
