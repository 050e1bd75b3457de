import type { ResultsPageMessage, ResultsState } from '../../src/protocol/results';
import { element, setText } from '../controls/dom';
import { ResultHistory } from './resultHistory';
import { ResultTable } from './resultsTable';

/** The table of benchmark results, and the history of captures below it. */
export class ResultsPage {
  private readonly title = element('h1');
  private readonly about = element('span', { class: 'about' });
  private readonly notes = element('div', { class: 'notes' });
  private readonly filter = element('input', {
    type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter results by name', spellcheck: 'false',
  });
  private readonly found = element('span', { class: 'found', role: 'status' });
  private readonly table: ResultTable;
  private readonly history: ResultHistory;
  private state: ResultsState | undefined;

  constructor(root: HTMLElement, send: (message: ResultsPageMessage) => void) {
    this.table = new ResultTable({
      profile: ({ benchmark }) => send({ kind: 'profile', benchmark }),
      select: (row) => this.state && this.history.show(this.state, row),
    });
    this.history = new ResultHistory({
      open: ({ id }) => send({ kind: 'open', id }),
      compare: ({ id }) => send({ kind: 'compare', id }),
    });
    this.filter.addEventListener('input', () => {
      this.table.showOnly(this.filter.value);
      this.say();
    });
    const tools = element('div', { class: 'tools' }, this.filter, this.found);
    const head = element('header', {}, element('div', { class: 'what' }, this.title, this.about), tools);
    root.append(element('main', {}, head, this.notes, this.table.element, this.history.element));
  }

  show(state: ResultsState): void {
    const isOther = state.benchmark !== this.state?.benchmark || state.uri !== this.state.uri;
    if (isOther) this.table.showOnly((this.filter.value = ''));
    this.state = state;
    setText(this.title, state.benchmark);
    setText(this.about, aboutText(state));
    this.filter.hidden = state.rows.length < 2;
    this.notes.hidden = state.notes.length === 0;
    this.notes.replaceChildren(...state.notes.map(({ text, isWarning }) => noteOf(text, isWarning)));
    this.table.show(state);
    this.history.show(state, this.table.selectedRow);
    this.say();
  }

  select(key: string): void {
    const isShown = this.state?.rows.some((row) => row.key === key);
    if (isShown && this.filter.value !== '') this.table.showOnly((this.filter.value = ''));
    this.table.select(key);
    this.say();
  }

  private say(): void {
    const { state, filter, table } = this;
    if (!state) return;
    setText(this.found, filter.value.trim() === '' ? '' : `${table.count} of ${state.rows.length}`);
  }
}

function noteOf(text: string, isWarning: boolean): HTMLElement {
  const mark = isWarning ? [element('span', { class: 'warning', 'aria-hidden': 'true' }, '⚠ ')] : [];
  return element('p', {}, ...mark, text);
}

/** `sort_test.go · 40 results · medians of 5 runs` */
function aboutText({ place, rows }: ResultsState): string {
  const runs = new Set(rows.map((row) => row.runs));
  const [only = 1] = runs;
  const medians = runs.size > 1 ? 'medians of all runs' : only > 1 ? `medians of ${only} runs` : undefined;
  const count = rows.length === 0 ? 'not measured yet' : rows.length === 1 ? '1 result' : `${rows.length} results`;
  return [place, count, medians].filter((part) => part !== undefined).join(' · ');
}
