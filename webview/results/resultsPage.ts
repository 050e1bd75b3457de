import type { RESULTS_PAGE, ResultsState } from '../../src/pages/protocol/resultsPage';
import { element, setText } from '../controls/dom';
import type { HostLink, ShownPage } from '../hostLink';
import { ResultHistory } from './resultHistory';
import { ResultTable } from './resultsTable';
import { benchmarkKey, readView } from './savedView';

export type ResultsHost = HostLink<typeof RESULTS_PAGE>;

/** The table of benchmark results, and the history of captures below it. */
export class ResultsPage implements ShownPage<typeof RESULTS_PAGE> {
  private readonly title = element('h1');
  private readonly summary = element('span', { class: 'summary' });
  private readonly about = element('span', { class: 'about' });
  private readonly notes = element('div', { class: 'notes' });
  private readonly filterField = element('input', {
    type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter results by name', spellcheck: 'false',
  });
  private readonly matchCount = element('span', { class: 'found', role: 'status' });
  private readonly measure = element('div', { class: 'measure' });
  private readonly table: ResultTable;
  private readonly history: ResultHistory;
  private state: ResultsState | undefined;
  readonly on = { select: ({ key }: { readonly key: string }) => this.select(key) };

  constructor(root: HTMLElement, private readonly host: ResultsHost) {
    this.table = new ResultTable({
      profile: ({ benchmark }) => host.order('profile', { benchmark }),
      select: (row) => {
        if (this.state) this.history.show(this.state, row);
        this.saveView();
      },
      sort: () => this.saveView(),
    });
    this.history = new ResultHistory({
      open: ({ id }) => host.order('open', { id }),
      compare: ({ id }) => host.order('compare', { id }),
      comparePair: (base, { id }) => host.order('comparePair', { id, base: base.id }),
      measurePair: (base, { id }) => host.order('measurePair', { id, base: base.id }),
      rename: ({ id }) => host.order('rename', { id }),
      pin: ({ id }, isPinned) => host.order('pin', { id, isPinned }),
    });
    this.filterField.addEventListener('input', () => {
      this.table.setFilter(this.filterField.value);
      this.showMatchCount();
      this.saveView();
    });
    const button = (text: string, hint: string, order: 'measureWith' | 'measureOther') => {
      const created = element('button', { class: 'link', title: hint }, text);
      created.addEventListener('click', () => host.order(order, {}));
      return created;
    };
    this.measure.append(
      button('Measure Again With…', 'In turns with another environment, such as GOGC=off or -race', 'measureWith'),
      button('Against Another Benchmark…', 'In turns with another benchmark or case of the package', 'measureOther'),
    );
    const tools = element('div', { class: 'tools' }, this.filterField, this.matchCount);
    const head = element('header', {}, element('div', { class: 'what' }, this.title, this.summary, this.about), tools, this.measure);
    root.append(element('main', {}, head, this.notes, this.table.element, this.history.element));
  }

  show(state: ResultsState): void {
    const isFirst = this.state === undefined;
    const isNewBenchmark = state.benchmark !== this.state?.benchmark || state.uri !== this.state.uri;
    if (isNewBenchmark) this.table.setFilter((this.filterField.value = ''));
    this.state = state;
    setText(this.title, state.benchmark);
    setText(this.summary, state.summary ?? '');
    setText(this.about, aboutText(state));
    this.measure.hidden = !state.canRun;
    this.filterField.hidden = state.rows.length < 2;
    this.notes.hidden = state.notes.length === 0;
    this.notes.replaceChildren(...state.notes.map(({ text, isWarning }) => noteOf(text, isWarning)));
    this.table.show(state);
    if (isFirst) this.restore(state);
    else if (isNewBenchmark) this.saveView();
    this.history.show(state, this.table.selectedRow);
    this.showMatchCount();
  }

  private restore(state: ResultsState): void {
    const saved = readView(this.host.savedView);
    if (saved.of !== benchmarkKey(state)) return;
    this.filterField.value = saved.filter;
    this.table.restore(saved);
  }

  private saveView(): void {
    if (!this.state) return;
    this.host.saveView({ of: benchmarkKey(this.state), filter: this.filterField.value, ...this.table.choices });
  }

  private select(key: string): void {
    const isRow = this.state?.rows.some((row) => row.key === key);
    if (isRow && this.filterField.value !== '') this.table.setFilter((this.filterField.value = ''));
    this.table.select(key);
    this.showMatchCount();
  }

  private showMatchCount(): void {
    const { state, filterField, table } = this;
    if (!state) return;
    setText(this.matchCount, filterField.value.trim() === '' ? '' : `${table.rowCount} of ${state.rows.length}`);
  }
}

function noteOf(text: string, isWarning: boolean): HTMLElement {
  const icon = isWarning ? [element('span', { class: 'warning', 'aria-hidden': 'true' }, '⚠ ')] : [];
  return element('p', {}, ...icon, text);
}

/** `sort_test.go · 40 results · medians of 5 runs` */
function aboutText({ place, rows }: ResultsState): string {
  const runs = new Set(rows.map((row) => row.runs));
  const [runsPerResult = 1] = runs;
  const medians = runs.size > 1 ? 'medians of all runs' : runsPerResult > 1 ? `medians of ${runsPerResult} runs` : undefined;
  const count = rows.length === 0 ? 'not measured yet' : rows.length === 1 ? '1 result' : `${rows.length} results`;
  return [place, count, medians].filter((part) => part !== undefined).join(' · ');
}
