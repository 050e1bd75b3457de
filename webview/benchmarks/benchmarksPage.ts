import type { CopyFormat } from '../../src/bench/comparison/answers';
import type { BENCHMARKS_PAGE, BenchmarksInput, BenchmarksState } from '../../src/pages/protocol/benchmarksPage';
import { element, setText } from '../controls/dom';
import { LatestOnly, type ShownPage, unlessCancelled } from '../hostLink';
import type { BenchmarksHost } from './benchmarksHost';
import { UnitTable } from './benchmarksTable';
import { acceptDrops } from './dropTarget';
import { type BenchmarksView, inputsKey, readView } from './savedView';
import { summaryOf } from './tallyText';

/** If all tables together have at most this many rows, all rows are drawn, not only the visible ones. */
const MAX_ROWS_DRAWN_AT_ONCE = 400;

/** The tables that compare benchmark results, with their inputs above. */
export class BenchmarksPage implements ShownPage<typeof BENCHMARKS_PAGE> {
  private readonly summary = element('span', { class: 'summary' });
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
  private drawnKey: string | undefined;
  private counts: readonly number[] = [];
  private isDrawScheduled = false;
  private hasState = false;

  private readonly countsRequest = new LatestOnly();
  private saved: BenchmarksView;
  readonly on = { announcement: ({ text }: { readonly text: string }) => setText(this.announcement, text) };

  constructor(
    root: HTMLElement,
    private readonly host: BenchmarksHost,
  ) {
    this.saved = readView(host.savedView);
    this.filterField.value = this.saved.filter;
    this.filterField.addEventListener('input', () => {
      this.saveView();
      this.requestCounts();
    });
    this.procsCheckbox.addEventListener('change', () => host.order('ignoreProcs', { isOn: this.procsCheckbox.checked }));
    this.procsLine.append(this.procsCheckbox, element('label', { for: 'procs' }, 'Ignore GOMAXPROCS, the -N after a name'));
    const head = element('header', {},
      element('div', { class: 'what' }, element('h1', {}, 'Benchmarks'), this.summary, this.about),
      element('div', { class: 'tools' }, this.filterField, this.matchCount));
    const topArea = element('div', { class: 'above' }, head, this.inputs, this.tools, this.procsLine, this.remarks, this.announcement);
    this.main = element('main', {}, element('div', { class: 'content' }, topArea, this.body));
    this.main.addEventListener('scroll', () => this.scheduleDraw());
    new ResizeObserver(() => this.draw()).observe(this.main);
    acceptDrops(this.main, (dropped) => host.order('dropped', dropped), (text) => setText(this.announcement, text));
    root.append(this.main);
  }

  private get view(): BenchmarksView {
    if (!this.hasState) return this.saved;
    return { filter: this.filterField.value, of: this.saved.of, tables: this.tables.map(({ view }) => view) };
  }

  show(state: BenchmarksState): void {
    setText(this.announcement, '');
    const focusedId = document.activeElement?.id;
    const { inputs, tables, nameCount, remarks, ignoresProcs } = state;
    this.inputs.replaceChildren(inputList(inputs, {
      remove: ({ id }) => this.host.order('remove', { id }),
      makeBase: ({ id }) => this.host.order('base', { id }),
    }));
    this.showTools(state);
    this.procsLine.hidden = ignoresProcs === undefined;
    this.procsCheckbox.checked = ignoresProcs === true;
    this.remarks.replaceChildren(...remarks.map((remark) => element('p', {}, remark)));
    const hasAllRows = tables.every(({ rows, count }) => rows.length === count);
    const key = hasAllRows ? JSON.stringify(tables) : undefined;
    // If the tables have not changed, keep their elements and open charts.
    if (key === undefined || key !== this.drawnKey) this.showTables(state);
    else for (const table of this.tables) table.resume();
    this.drawnKey = key;
    setText(this.summary, summaryOf(tables));
    setText(this.about, aboutText(inputs.length, nameCount));
    this.filterField.hidden = nameCount < 2;
    if (focusedId) document.getElementById(focusedId)?.focus();
    this.showMatchCount();
    this.saveView();
  }

  private saveView(): void {
    this.host.saveView(this.view);
  }

  private showTables({ tables, inputs, ignoresProcs, hasTrends }: BenchmarksState): void {
    const key = inputsKey(inputs, ignoresProcs);
    const restored = key === this.view.of ? this.view.tables : [];
    this.saved = { ...this.saved, of: key };
    this.hasState = true;
    const drawsAllRows = tables.reduce((sum, { count }) => sum + count, 0) <= MAX_ROWS_DRAWN_AT_ONCE;
    this.tables = tables.map((table, index) => {
      return new UnitTable(table, inputs, index, this.main, hasTrends, drawsAllRows, {
        ask: this.host.ask,
        showFailure: (message) => setText(this.announcement, message),
        openCode: (row) => this.host.order('code', { table: index, row }),
        onViewChange: () => this.saveView(),
      });
    });
    this.body.replaceChildren(...this.tables.map((table) => table.element));
    this.tables.forEach((table, i) => restored[i] && table.restore(restored[i]));
    if (this.filterField.value.trim() !== '') this.requestCounts();
    this.draw();
  }

  private showTools({ inputs, canFetch }: BenchmarksState): void {
    const copies: readonly (readonly [CopyFormat, string])[] = [
      ['text', 'Text'], ['markdown', 'Markdown'], ['csv', 'CSV'],
    ];
    const isEmpty = inputs.length === 0;
    this.tools.replaceChildren(
      this.button('add', 'Add…', 'Add captures or files', () => this.host.order('add')),
      this.button('fetch', 'Add from URL…', canFetch ? 'Add a file by its URL' : 'Trust this workspace first',
        () => this.host.order('fetch'), !canFetch),
      element('span', { class: 'copies' }, 'Copy as', ...copies.map(([format, text]) => {
        const hint = `Copy as ${text}: all rows, as benchstat prints them`;
        const created = this.button(`copy-${format}`, text, hint, () => this.host.order('copy', { format }), isEmpty);
        created.setAttribute('aria-label', `Copy as ${text}`);
        return created;
      })),
      this.button('export', 'Export…', 'Save all results in the standard format, for benchstat', () => this.host.order('export'), isEmpty),
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
    this.host.ask('counts', { filter: this.filterField.value }, this.countsRequest)
      .then((counts) => this.showCounts(counts), unlessCancelled(({ message }) => setText(this.announcement, message)));
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
  return `${inputsText}\u00a0· ${names === 1 ? '1 benchmark' : `${names} benchmarks`}`;
}

interface InputActions {
  remove(input: BenchmarksInput): void;
  makeBase(input: BenchmarksInput): void;
}

/** The inputs in the order of their columns, with buttons that make an input the baseline or remove it. */
function inputList(inputs: readonly BenchmarksInput[], actions: InputActions): HTMLElement {
  return element('ul', { class: 'inputs', 'aria-label': 'Inputs' }, ...inputs.map((input, i) => {
    const { id, label, about, count, skipped, skippedCount } = input;
    const baseButton = button(`base-${id}`, 'Make Baseline', `Make Baseline: compare the others with ${label}`, () => actions.makeBase(input));
    const removeButton = button(`remove-${id}`, 'Remove', `Remove ${label}`, () => actions.remove(input));
    const skippedLines = skippedCount === 0 ? [] : [element('details', {},
      element('summary', {}, skippedCount === 1 ? 'one line not fully read' : `${skippedCount} lines not fully read`),
      element('ul', {}, ...skipped.map((line) => element('li', {}, line))))];
    return element('li', {},
      element('span', { class: 'label', title: about }, label),
      element('span', { class: 'remark' }, count === 1 ? '1 result' : `${count} results`),
      ...(i === 0 && inputs.length > 1 ? [element('span', { class: 'badge' }, 'baseline')] : []),
      ...(i === 0 ? [] : [baseButton]), removeButton, ...skippedLines);
  }));
}

function button(id: string, text: string, hint: string, onClick: () => void): HTMLElement {
  const created = element('button', { id, class: 'link', title: hint, 'aria-label': hint }, text);
  created.addEventListener('click', onClick);
  return created;
}
