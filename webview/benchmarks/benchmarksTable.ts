import type { BenchmarksCell, BenchmarksChart, BenchmarksDelta, BenchmarksInput, BenchmarksTable } from '../../src/protocol/benchmarks';
import { claim, element, setAttributes } from '../controls/dom';
import { rowChart } from './rowChart';
import { type BenchmarksColumn, type BenchmarksOrder, nextOrder, type PlacedRow, shownRows } from './tableOrder';

export interface TableActions {
  /** A row was opened; the answer comes with `showChart`. */
  chart(row: number): void;
  code(row: number): void;
}

/** More rows are drawn on demand: drawing ten thousand takes a second. */
const MAX_ROWS = 200;

/** The table of one unit: headers sort, a name opens the chart of its row. */
export class UnitTable {
  readonly element = element('section', { class: 'unit' });
  private readonly table = element('table', { class: 'figures' });
  private readonly more = element('button', { class: 'link more' });
  private order: BenchmarksOrder | undefined;
  private filter = '';
  private mostRows = MAX_ROWS;
  private shown: readonly PlacedRow[] = [];
  private readonly charts = new Map<number, BenchmarksChart | undefined>();
  /** The row that the Tab key focuses: the names are one stop. */
  private cursor: number | undefined;

  constructor(
    private readonly data: BenchmarksTable,
    private readonly inputs: readonly BenchmarksInput[],
    private readonly place: number,
    private readonly actions: TableActions,
  ) {
    const { unit, titles, notes } = data;
    this.table.setAttribute('aria-label', `Results in ${unit}`);
    this.table.addEventListener('keydown', (event) => this.walk(event));
    this.more.addEventListener('click', () => {
      this.mostRows = Infinity;
      this.draw();
    });
    const list = notes.map(({ text, plain }, i) =>
      element('li', { value: i + 1 }, element('code', {}, text), element('span', {}, ` ${plain}`)));
    this.element.append(
      element('h2', {}, unit, ...titles.map((title) => element('span', { class: 'remark' }, title))),
      element('div', { class: 'wide' }, this.table),
      this.more,
      ...(list.length > 0 ? [element('ol', { class: 'notes', 'aria-label': `Footnotes of ${unit}` }, ...list)] : []));
    this.draw();
  }

  /** Number of rows that the filter keeps. */
  get count(): number {
    return this.shown.length;
  }

  showOnly(filter: string): void {
    this.filter = filter;
    this.draw();
  }

  showChart(row: number, chart: BenchmarksChart): void {
    if (!this.charts.has(row)) return;
    this.charts.set(row, chart);
    this.draw();
  }

  private draw(): void {
    const focused = this.table.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.shown = shownRows(this.data.rows, this.filter, this.order);
    this.element.hidden = this.shown.length === 0;
    const rows = this.shown.slice(0, this.mostRows);
    if (!rows.some(({ at }) => at === this.cursor)) this.cursor = rows[0]?.at;
    this.table.replaceChildren(this.head(), element('tbody', {}, ...rows.flatMap((row) => this.rowOf(row))), ...this.totals());
    this.more.hidden = rows.length === this.shown.length;
    this.more.textContent = `Show all ${this.shown.length} rows`;
    if (focused) document.getElementById(focused)?.focus();
  }

  private head(): HTMLElement {
    const { columns, unit } = this.data;
    const groups = columns.map((input, i) =>
      element('th', { scope: 'colgroup', class: 'input', colspan: i === 0 ? 1 : 3 }, this.inputs[input]?.label ?? ''));
    const figures = columns.flatMap((input, i) => {
      const label = this.inputs[input]?.label ?? '';
      const center = this.sorter(unit, `center-${i}`, `Sort by ${unit} of ${label}`);
      if (i === 0) return [center];
      return [
        center,
        this.sorter('vs base', `delta-${i}`, `Sort by the change in ${label}`),
        this.sorter('p, n', `p-${i}`, `Sort by the p-value of ${label}: how likely the difference is if nothing changed`),
      ];
    });
    return element('thead', {},
      element('tr', {}, element('td'), ...groups),
      element('tr', {}, this.sorter('name', 'name', 'Sort by name'), ...figures));
  }

  private sorter(text: string, column: BenchmarksColumn, hint: string): HTMLElement {
    const sorted = this.order?.column === column ? this.order.direction : undefined;
    const arrow = sorted === 'ascending' ? '▲' : sorted === 'descending' ? '▼' : '';
    const mark = element('span', { class: 'mark', 'aria-hidden': 'true' }, arrow);
    const button = element('button', { id: `sort-${this.place}-${column}`, title: hint }, element('span', {}, text), mark);
    button.addEventListener('click', () => {
      this.order = nextOrder(this.order, column);
      this.draw();
    });
    const className = column === 'name' ? 'name' : column.startsWith('center') ? 'number input' : 'number';
    return element('th', { scope: 'col', class: className, 'aria-sort': sorted ?? 'none' }, button);
  }

  private rowOf({ row, at }: PlacedRow): HTMLElement[] {
    const isOpen = this.charts.has(at);
    const name = element('button', {
      id: `row-${this.place}-${at}`,
      class: 'plain',
      tabindex: at === this.cursor ? 0 : -1,
      'aria-expanded': String(isOpen),
      title: `${row.name}: show its runs`,
    }, row.name);
    name.addEventListener('click', () => this.toggle(at));
    name.addEventListener('focus', () => this.follow(at));
    const made = element('tr', {},
      element('th', { scope: 'row', class: 'name' }, name),
      ...row.cells.flatMap((cell, column) => this.figuresOf(cell ?? undefined, column)));
    return isOpen ? [made, this.chartRow(at)] : [made];
  }

  private figuresOf(cell: BenchmarksCell | undefined, column: number): HTMLElement[] {
    const center = element('td', { class: 'number input' },
      ...(cell ? [cell.center, element('span', { class: 'remark' }, ` ± ${cell.range}`), ...marksOf(cell.notes)] : []));
    if (column === 0) return [center];
    const delta = cell?.delta ?? undefined;
    return [
      center,
      element('td', { class: delta && delta.kind !== 'none' ? 'number changed' : 'number' },
        ...(delta ? [...judgedAs(delta.kind), delta.text] : [])),
      element('td', { class: 'number remark' }, ...(delta ? [delta.evidence, ...marksOf(delta.notes)] : [])),
    ];
  }

  private chartRow(at: number): HTMLElement {
    const chart = this.charts.get(at);
    const code = element('button', { id: `code-${this.place}-${at}`, class: 'link' }, 'Go to Benchmark');
    code.addEventListener('click', () => this.actions.code(at));
    const { columns } = this.data;
    return element('tr', { class: 'chart' },
      element('td', { colspan: 2 + 3 * (columns.length - 1) }, ...(chart ? [rowChart(chart)] : []), code));
  }

  private totals(): HTMLElement[] {
    const { totals } = this.data;
    if (totals.length === 0) return [];
    const cells = totals.flatMap(({ center, ratio, notes }, column) => {
      const value = element('td', { class: 'number input' }, center, ...(column === 0 ? marksOf(notes) : []));
      if (column === 0) return [value];
      return [value, element('td', { class: 'number' }, ratio ?? ''), element('td', { class: 'number' }, ...marksOf(notes))];
    });
    return [element('tfoot', {}, element('tr', {}, element('th', { scope: 'row', class: 'name' }, 'geomean'), ...cells))];
  }

  private toggle(at: number): void {
    if (this.charts.has(at)) this.charts.delete(at);
    else {
      this.charts.set(at, undefined);
      this.actions.chart(at);
    }
    this.draw();
  }

  private follow(at: number): void {
    if (this.cursor === at) return;
    this.cursor = at;
    for (const button of this.names()) setAttributes(button, { tabindex: button.id === `row-${this.place}-${at}` ? 0 : -1 });
  }

  /** Arrow keys move between the names. */
  private walk(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const names = this.names();
    const from = names.indexOf(event.target as HTMLButtonElement);
    const to = from === -1 ? undefined : stepOf(event.key, from, names.length);
    if (to === undefined) return;
    claim(event);
    names[to]?.focus();
  }

  private names(): HTMLButtonElement[] {
    return [...this.table.querySelectorAll<HTMLButtonElement>('tbody .name button')];
  }
}

function stepOf(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, from + 1);
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function marksOf(notes: readonly number[]): Node[] {
  return notes.length === 0 ? [] : [element('sup', {}, notes.join(' '))];
}

/** Marks for the eye and words for the ear: colors alone would not tell all readers. */
function judgedAs(kind: BenchmarksDelta['kind']): Node[] {
  if (kind !== 'better' && kind !== 'worse') return [];
  const mark = element('span', { class: kind, 'aria-hidden': 'true' }, kind === 'better' ? '✓ ' : '✗ ');
  return [mark, element('span', { class: 'spoken' }, `${kind}: `)];
}
