import type {
  BenchmarksHostMessage,
  BenchmarksPageMessage,
  BenchmarksState,
  CopyFormat,
} from '../../src/protocol/benchmarks';
import { element, setText } from '../controls/dom';
import { UnitTable } from './benchmarksTable';
import { takeDrops } from './dropTarget';
import { inputList } from './inputList';

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
  private readonly said = element('div', { class: 'said', role: 'status' });
  private readonly body = element('div', { class: 'tables' });
  private readonly tools = element('div', { class: 'actions', role: 'toolbar', 'aria-label': 'Comparison' });
  private tables: readonly UnitTable[] = [];
  private version = 0;
  private shown: string | undefined;

  constructor(root: HTMLElement, private readonly send: (message: BenchmarksPageMessage) => void) {
    this.filter.addEventListener('input', () => this.showOnly());
    this.procs.addEventListener('change', () => send({ kind: 'ignoreProcs', isOn: this.procs.checked }));
    this.procsLine.append(this.procs, element('label', { for: 'procs' }, 'Ignore GOMAXPROCS, the -N after a name'));
    const head = element('header', {},
      element('div', { class: 'what' }, element('h1', {}, 'Benchmarks'), this.about),
      element('div', { class: 'tools' }, this.filter, this.found));
    const main = element('main', {}, head, this.inputs, this.tools, this.procsLine, this.remarks, this.said, this.body);
    takeDrops(main, (dropped) => send({ kind: 'dropped', ...dropped }), (text) => setText(this.said, text));
    root.append(main);
  }

  receive(message: BenchmarksHostMessage): void {
    switch (message.kind) {
      case 'benchmarks':
        return this.show(message.version, message.state);
      case 'chart':
        if (message.place.version !== this.version) return;
        this.tables[message.place.table]?.showChart(message.place.row, message.chart);
        return;
      case 'said':
        return setText(this.said, message.text);
      default:
        return message satisfies never;
    }
  }

  private show(version: number, state: BenchmarksState): void {
    this.version = version;
    setText(this.said, '');
    const focused = document.activeElement?.id;
    const { inputs, tables, remarks, ignoresProcs } = state;
    this.inputs.replaceChildren(inputList(inputs, {
      remove: ({ id }) => this.send({ kind: 'remove', id }),
      base: ({ id }) => this.send({ kind: 'base', id }),
    }));
    this.showTools(state);
    this.procsLine.hidden = ignoresProcs === undefined;
    this.procs.checked = ignoresProcs === true;
    this.remarks.replaceChildren(...remarks.map((remark) => element('p', {}, remark)));
    const drawn = JSON.stringify(tables);
    // Tables with open charts stay if only something else changed.
    if (drawn !== this.shown) this.showTables(state);
    this.shown = drawn;
    const names = new Set(tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
    setText(this.about, aboutText(inputs.length, names.size));
    this.filter.hidden = names.size < 2;
    if (focused) document.getElementById(focused)?.focus();
    this.say();
  }

  private showTables({ tables, inputs }: BenchmarksState): void {
    this.tables = tables.map((table, place) => {
      const at = (row: number) => ({ version: this.version, table: place, row });
      return new UnitTable(table, inputs, place, {
        chart: (row) => this.send({ kind: 'chart', place: at(row) }),
        code: (row) => this.send({ kind: 'code', place: at(row) }),
      });
    });
    this.body.replaceChildren(...this.tables.map((table) => table.element));
    this.showOnly();
  }

  private showTools({ inputs, canFetch }: BenchmarksState): void {
    const copies: readonly (readonly [CopyFormat, string])[] = [
      ['text', 'Copy as Text'], ['markdown', 'Copy as Markdown'], ['csv', 'Copy as CSV'],
    ];
    const isEmpty = inputs.length === 0;
    this.tools.replaceChildren(
      this.button('add', 'Add…', 'Add captures or files', () => this.send({ kind: 'add' })),
      this.button('fetch', 'Add from Address…', canFetch ? 'Add a file by its http address' : 'Trust this workspace first',
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

  private showOnly(): void {
    for (const table of this.tables) table.showOnly(this.filter.value);
    this.say();
  }

  private say(): void {
    const count = this.tables.reduce((sum, table) => sum + table.count, 0);
    const isFiltered = this.filter.value.trim() !== '';
    setText(this.found, isFiltered ? (count === 1 ? '1 row' : `${count} rows`) : '');
  }
}

function aboutText(inputs: number, names: number): string {
  if (inputs === 0) return 'Add captures or files with the output of go test -bench, or drop files here (hold Shift).';
  const columns = inputs === 1 ? '1 input: add another to compare' : `${inputs} inputs`;
  return `${columns} · ${names === 1 ? '1 benchmark' : `${names} benchmarks`}`;
}
