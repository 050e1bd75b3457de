import type { CopyFormat } from '../../src/bench/comparison/answers';
import type { BenchmarksHostMessage, BenchmarksPageMessage, BenchmarksState } from '../../src/pages/protocol/benchmarksMessages';
import { element, setText } from '../controls/dom';
import { UnitTable } from './benchmarksTable';
import { acceptDrops } from './dropTarget';
import { inputList } from './inputList';
import { type BenchmarksView, inputsKey } from './savedView';

/** If all tables together have at most this many rows, all rows are drawn, not only the visible ones. */
const MAX_ROWS_DRAWN_AT_ONCE = 400;

/** The tables that compare benchmark results, with their inputs above. */
export class BenchmarksPage {
  private readonly about = element('span', { class: 'about' });
  private readonly filterField = element('input', {
    type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter benchmarks by name', spellcheck: 'false',
  });
  private readonly matchCount = element('span', { class: 'found', role: 'status' });
  private readonly inputs = element('div', { class: 'inputs-area' });
  private readonly procsCheckbox = element('input', { type: 'checkbox', id: 'procs' });
  private readonly procsLine = element('div', { class: 'procs', hidden: true });
  private readonly remarks = element('div', { class: 'remarks' });
  private readonly announcement = element('div', { class: 'announcement', role: 'status' });
  private readonly body = element('div', { class: 'tables' });
  private readonly tools = element('div', { class: 'actions', role: 'toolbar', 'aria-label': 'Comparison' });
  private readonly main: HTMLElement;
  private tables: readonly UnitTable[] = [];
  private version = 0;
  private drawnKey: string | undefined;
  private counts: readonly number[] = [];
  private isDrawScheduled = false;
  private hasState = false;

  /**
   * @param onViewChange called when the view has changed
   * @param saved the view to restore
   */
  constructor(
    root: HTMLElement,
    private readonly send: (message: BenchmarksPageMessage) => void,
    private readonly onViewChange: () => void,
    private saved: BenchmarksView,
  ) {
    this.filterField.value = saved.filter;
    this.filterField.addEventListener('input', () => {
      this.onViewChange();
      this.requestCounts();
    });
    this.procsCheckbox.addEventListener('change', () => send({ kind: 'ignoreProcs', isOn: this.procsCheckbox.checked }));
    this.procsLine.append(this.procsCheckbox, element('label', { for: 'procs' }, 'Ignore GOMAXPROCS, the -N after a name'));
    const head = element('header', {},
      element('div', { class: 'what' }, element('h1', {}, 'Benchmarks'), this.about),
      element('div', { class: 'tools' }, this.filterField, this.matchCount));
    const topArea = element('div', { class: 'above' }, head, this.inputs, this.tools, this.procsLine, this.remarks, this.announcement);
    this.main = element('main', {}, element('div', { class: 'content' }, topArea, this.body));
    this.main.addEventListener('scroll', () => this.scheduleDraw());
    new ResizeObserver(() => this.draw()).observe(this.main);
    acceptDrops(this.main, (dropped) => send({ kind: 'dropped', ...dropped }), (text) => setText(this.announcement, text));
    root.append(this.main);
  }

  get view(): BenchmarksView {
    if (!this.hasState) return this.saved;
    return { filter: this.filterField.value, of: this.saved.of, tables: this.tables.map(({ view }) => view) };
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
        if (message.version !== this.version || message.filter !== this.filterField.value) return;
        return this.showCounts(message.counts);
      case 'rows':
        if (message.version !== this.version) return;
        this.tables[message.params.table]?.showRows(message.params, message.answer);
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
    const focusedId = document.activeElement?.id;
    const { inputs, tables, nameCount, remarks, ignoresProcs } = state;
    this.inputs.replaceChildren(inputList(inputs, {
      remove: ({ id }) => this.send({ kind: 'remove', id }),
      makeBase: ({ id }) => this.send({ kind: 'base', id }),
    }));
    this.showTools(state);
    this.procsLine.hidden = ignoresProcs === undefined;
    this.procsCheckbox.checked = ignoresProcs === true;
    this.remarks.replaceChildren(...remarks.map((remark) => element('p', {}, remark)));
    const hasAllRows = tables.every(({ rows, count }) => rows.length === count);
    const key = hasAllRows ? JSON.stringify(tables) : undefined;
    // If the tables have not changed, keep their elements and open charts.
    if (key === undefined || key !== this.drawnKey) this.showTables(state);
    this.drawnKey = key;
    setText(this.about, aboutText(inputs.length, nameCount));
    this.filterField.hidden = nameCount < 2;
    if (focusedId) document.getElementById(focusedId)?.focus();
    this.showMatchCount();
  }

  private showTables({ tables, inputs, ignoresProcs }: BenchmarksState): void {
    const key = inputsKey(inputs, ignoresProcs);
    const restored = key === this.view.of ? this.view.tables : [];
    this.saved = { ...this.saved, of: key };
    this.hasState = true;
    const drawsAllRows = tables.reduce((sum, { count }) => sum + count, 0) <= MAX_ROWS_DRAWN_AT_ONCE;
    this.tables = tables.map((table, index) => {
      const placeOf = (row: number) => ({ version: this.version, table: index, row });
      return new UnitTable(table, inputs, index, this.main, drawsAllRows, {
        requestRows: (params) => this.send({ kind: 'rows', version: this.version, params }),
        requestChart: (row) => this.send({ kind: 'chart', place: placeOf(row) }),
        openCode: (row) => this.send({ kind: 'code', place: placeOf(row) }),
        onViewChange: this.onViewChange,
      });
    });
    this.body.replaceChildren(...this.tables.map((table) => table.element));
    this.tables.forEach((table, i) => restored[i] && table.restore(restored[i]));
    if (this.filterField.value.trim() !== '') this.requestCounts();
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
        this.button(`copy-${format}`, text, `${text}: all rows, as benchstat prints them`, () => this.send({ kind: 'copy', format }), isEmpty)),
      this.button('export', 'Export…', 'Save all results in the standard format, for benchstat', () => this.send({ kind: 'export' }), isEmpty),
    );
  }

  private button(id: string, text: string, hint: string, onClick: () => void, disabled = false): HTMLElement {
    const created = element('button', { id, class: 'link', title: hint, disabled }, text);
    created.addEventListener('click', onClick);
    return created;
  }

  private draw(): void {
    for (const table of this.tables) table.draw();
  }

  /** Draws once per animation frame, however often the page scrolls. */
  private scheduleDraw(): void {
    if (this.isDrawScheduled) return;
    this.isDrawScheduled = true;
    requestAnimationFrame(() => {
      this.isDrawScheduled = false;
      this.draw();
    });
  }

  /** Requests the number of rows that match the filter. */
  private requestCounts(): void {
    this.send({ kind: 'counts', version: this.version, filter: this.filterField.value });
  }

  private showCounts(counts: readonly number[]): void {
    this.tables.forEach((table, i) => table.setFilter(this.filterField.value, counts[i] ?? 0));
    this.counts = counts;
    this.draw();
    this.showMatchCount();
  }

  private showMatchCount(): void {
    const count = this.counts.reduce((sum, each) => sum + each, 0);
    const isFiltered = this.filterField.value.trim() !== '' && this.tables.length > 0;
    setText(this.matchCount, isFiltered ? (count === 1 ? '1 row' : `${count} rows`) : '');
  }
}

function aboutText(inputs: number, names: number): string {
  if (inputs === 0) return 'Add captures or files with the output of go test -bench, or drop files here (hold Shift).';
  const inputsText = inputs === 1 ? '1 input: add another to compare' : `${inputs} inputs`;
  return `${inputsText} · ${names === 1 ? '1 benchmark' : `${names} benchmarks`}`;
}
