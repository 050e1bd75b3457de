import type { CopyFormat } from '../../src/bench/comparison/answers';
import type { BenchmarksHostMessage, BenchmarksPageMessage, BenchmarksState } from '../../src/protocol/benchmarksMessages';
import { element, setText } from '../controls/dom';
import { UnitTable } from './benchmarksTable';
import { takeDrops } from './dropTarget';
import { inputList } from './inputList';
import { type BenchmarksView, keyOf } from './savedView';

/** If all tables together have at most this many rows, all rows are drawn, not only the visible ones. */
const FEW_ROWS = 400;

/** The tables that compare benchmark results, with their inputs above. */
export class BenchmarksPage {
  private readonly about = element('span', { class: 'about' });
  private readonly filter = element('input', {
    type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter benchmarks by name', spellcheck: 'false',
  });
  private readonly found = element('span', { class: 'found', role: 'status' });
  private readonly inputs = element('div', { class: 'inputs-area' });
  private readonly procs = element('input', { type: 'checkbox', id: 'procs' });
  private readonly procsLine = element('div', { class: 'procs', hidden: true });
  private readonly remarks = element('div', { class: 'remarks' });
  private readonly announcement = element('div', { class: 'announcement', role: 'status' });
  private readonly body = element('div', { class: 'tables' });
  private readonly tools = element('div', { class: 'actions', role: 'toolbar', 'aria-label': 'Comparison' });
  private readonly main: HTMLElement;
  private tables: readonly UnitTable[] = [];
  private version = 0;
  private shown: string | undefined;
  private counts: readonly number[] = [];
  private willDraw = false;
  private isShown = false;

  /**
   * @param changed called when the view has changed
   * @param saved the view to restore
   */
  constructor(
    root: HTMLElement,
    private readonly send: (message: BenchmarksPageMessage) => void,
    private readonly changed: () => void,
    private saved: BenchmarksView,
  ) {
    this.filter.value = saved.filter;
    this.filter.addEventListener('input', () => {
      this.changed();
      this.count();
    });
    this.procs.addEventListener('change', () => send({ kind: 'ignoreProcs', isOn: this.procs.checked }));
    this.procsLine.append(this.procs, element('label', { for: 'procs' }, 'Ignore GOMAXPROCS, the -N after a name'));
    const head = element('header', {},
      element('div', { class: 'what' }, element('h1', {}, 'Benchmarks'), this.about),
      element('div', { class: 'tools' }, this.filter, this.found));
    const above = element('div', { class: 'above' }, head, this.inputs, this.tools, this.procsLine, this.remarks, this.announcement);
    this.main = element('main', {}, element('div', { class: 'content' }, above, this.body));
    this.main.addEventListener('scroll', () => this.drawSoon());
    new ResizeObserver(() => this.draw()).observe(this.main);
    takeDrops(this.main, (dropped) => send({ kind: 'dropped', ...dropped }), (text) => setText(this.announcement, text));
    root.append(this.main);
  }

  get view(): BenchmarksView {
    if (!this.isShown) return this.saved;
    return { filter: this.filter.value, of: this.saved.of, tables: this.tables.map(({ view }) => view) };
  }

  receive(message: BenchmarksHostMessage): void {
    switch (message.kind) {
      case 'benchmarks':
        return this.show(message.version, message.state);
      case 'chart':
        if (message.place.version !== this.version) return;
        this.tables[message.place.table]?.showChart(message.place.row, message.chart);
        return;
      case 'counts':
        if (message.version !== this.version || message.filter !== this.filter.value) return;
        return this.showOnly(message.counts);
      case 'rows':
        if (message.version === this.version) this.tables[message.params.table]?.take(message.params, message.answer);
        return;
      case 'announcement':
        return setText(this.announcement, message.text);
      default:
        return message satisfies never;
    }
  }

  private show(version: number, state: BenchmarksState): void {
    this.version = version;
    setText(this.announcement, '');
    const focused = document.activeElement?.id;
    const { inputs, tables, nameCount, remarks, ignoresProcs } = state;
    this.inputs.replaceChildren(inputList(inputs, {
      remove: ({ id }) => this.send({ kind: 'remove', id }),
      base: ({ id }) => this.send({ kind: 'base', id }),
    }));
    this.showTools(state);
    this.procsLine.hidden = ignoresProcs === undefined;
    this.procs.checked = ignoresProcs === true;
    this.remarks.replaceChildren(...remarks.map((remark) => element('p', {}, remark)));
    const isWhole = tables.every(({ rows, count }) => rows.length === count);
    const drawn = isWhole ? JSON.stringify(tables) : undefined;
    // If the tables have not changed, keep their elements and open charts.
    if (drawn === undefined || drawn !== this.shown) this.showTables(state);
    this.shown = drawn;
    setText(this.about, aboutText(inputs.length, nameCount));
    this.filter.hidden = nameCount < 2;
    if (focused) document.getElementById(focused)?.focus();
    this.say();
  }

  private showTables({ tables, inputs, ignoresProcs }: BenchmarksState): void {
    const of = keyOf(inputs, ignoresProcs);
    const known = of === this.view.of ? this.view.tables : [];
    this.saved = { ...this.saved, of };
    this.isShown = true;
    const isWhole = tables.reduce((sum, { count }) => sum + count, 0) <= FEW_ROWS;
    this.tables = tables.map((table, place) => {
      const at = (row: number) => ({ version: this.version, table: place, row });
      return new UnitTable(table, inputs, place, this.main, isWhole, {
        rows: (params) => this.send({ kind: 'rows', version: this.version, params }),
        chart: (row) => this.send({ kind: 'chart', place: at(row) }),
        code: (row) => this.send({ kind: 'code', place: at(row) }),
        changed: this.changed,
      });
    });
    this.body.replaceChildren(...this.tables.map((table) => table.element));
    this.tables.forEach((table, i) => known[i] && table.restore(known[i]));
    if (this.filter.value.trim() !== '') this.count();
    this.draw();
  }

  private showTools({ inputs, canFetch }: BenchmarksState): void {
    const copies: readonly (readonly [CopyFormat, string])[] = [
      ['text', 'Copy as Text'], ['markdown', 'Copy as Markdown'], ['csv', 'Copy as CSV'],
    ];
    const isEmpty = inputs.length === 0;
    this.tools.replaceChildren(
      this.button('add', 'Add…', 'Add captures or files', () => this.send({ kind: 'add' })),
      this.button('fetch', 'Add from URL…', canFetch ? 'Add a file by its URL' : 'Trust this workspace first',
        () => this.send({ kind: 'fetch' }), !canFetch),
      ...copies.map(([format, text]) =>
        this.button(`copy-${format}`, text, `${text}, as benchstat prints it: all rows`, () => this.send({ kind: 'copy', format }), isEmpty)),
      this.button('export', 'Export…', 'Save all results in the standard format, for benchstat', () => this.send({ kind: 'export' }), isEmpty),
    );
  }

  private button(id: string, text: string, hint: string, act: () => void, disabled = false): HTMLElement {
    const made = element('button', { id, class: 'link', title: hint, disabled }, text);
    made.addEventListener('click', act);
    return made;
  }

  private draw(): void {
    for (const table of this.tables) table.draw();
  }

  /** Draws once per animation frame, however often the page scrolls. */
  private drawSoon(): void {
    if (this.willDraw) return;
    this.willDraw = true;
    requestAnimationFrame(() => {
      this.willDraw = false;
      this.draw();
    });
  }

  /** Requests the number of rows that match the filter. */
  private count(): void {
    this.send({ kind: 'counts', version: this.version, filter: this.filter.value });
  }

  private showOnly(counts: readonly number[]): void {
    this.tables.forEach((table, i) => table.showOnly(this.filter.value, counts[i] ?? 0));
    this.counts = counts;
    this.draw();
    this.say();
  }

  private say(): void {
    const count = this.counts.reduce((sum, each) => sum + each, 0);
    const isFiltered = this.filter.value.trim() !== '' && this.tables.length > 0;
    setText(this.found, isFiltered ? (count === 1 ? '1 row' : `${count} rows`) : '');
  }
}

function aboutText(inputs: number, names: number): string {
  if (inputs === 0) return 'Add captures or files with the output of go test -bench, or drop files here (hold Shift).';
  const columns = inputs === 1 ? '1 input: add another to compare' : `${inputs} inputs`;
  return `${columns} · ${names === 1 ? '1 benchmark' : `${names} benchmarks`}`;
}
