import { panelLabel, percentage } from '../../src/profile/text/measurement';
import type { LabelKeyTotals, LabelTotals, LabelView } from '../../src/profile/answers/labels';
import type { LabelChoice } from '../../src/protocol/refineState';
import { unlessCancelled } from '../ask';
import { claim, element, focusedElement, setText } from '../controls/dom';
import { TextField } from '../controls/toolkit';
import { LabelKeyView } from './labelKey';
import { choiceOf, withChoice } from './labelChoices';

export interface PickerActions {
  ask(view: LabelView): Promise<LabelTotals>;
  choose(choices: readonly LabelChoice[]): void;
  close(): void;
}

/** Number of values of a key shown at first. */
const FIRST_VALUES = 50;
/** Number of values that "more" adds. */
const MORE_VALUES = 1000;

const NO_LABELS =
  'This profile has no labels. A program sets labels with pprof.Do; heap profiles have a label "bytes" with the size ' +
  'of allocations.';

/** The labels of the profile by key, with the total of each value. The selected values filter samples. */
export class LabelPicker {
  readonly element = element('div', { class: 'label-picker' });
  private readonly search: TextField;
  private readonly list = element('div', { class: 'label-list' });
  private readonly note = element('div', { class: 'label-note', role: 'status' });
  private readonly keys = new Map<string, LabelKeyView>();
  private totals: LabelTotals | undefined;
  private choices: readonly LabelChoice[] = [];
  private isWaiting = false;
  private view: LabelView = { search: '', limit: FIRST_VALUES };

  constructor(private readonly actions: PickerActions) {
    this.search = new TextField('Search labels', 'Search labels', (search) => this.ask({ search, limit: FIRST_VALUES }));
    this.element.append(this.search.element, this.list, this.note);
    this.element.addEventListener('keydown', (event) => this.press(event));
  }

  start(): void {
    this.search.element.focus();
    this.ask(this.view);
  }

  close(): void {
    this.actions.close();
  }

  /** Shows which values are selected. */
  showChosen(choices: readonly LabelChoice[]): void {
    this.choices = choices;
    for (const [key, view] of this.keys) view.showChosen(choiceOf(choices, key));
    this.keepOneStop();
  }

  /** Asks again if a change of profile cancelled the question. */
  askAgain(): void {
    if (this.isWaiting) this.ask(this.view);
  }

  private showTotals(totals: LabelTotals): void {
    this.isWaiting = false;
    const [more] = this.view.key === undefined ? [] : totals.keys;
    const keys = more && this.totals?.keys.map((before) => (before.key === more.key ? more : before));
    this.totals = { ...totals, keys: keys ?? totals.keys };
    this.draw(this.totals);
  }

  showProblem(text: string): void {
    setText(this.note, text);
    this.note.classList.add('wrong');
  }

  private ask(view: LabelView): void {
    this.view = view;
    this.isWaiting = true;
    this.actions.ask(view).then((totals) => this.showTotals(totals), unlessCancelled(({ message }) => {
      this.isWaiting = false;
      this.showProblem(message);
    }));
  }

  private draw(totals: LabelTotals): void {
    const focused = this.rows().indexOf(focusedElement() as HTMLElement);
    this.keys.clear();
    for (const key of totals.keys) this.keys.set(key.key, this.keyView(key, totals));
    this.list.replaceChildren(...[...this.keys.values()].map((view) => view.element));
    const none = this.view.search === '' ? NO_LABELS : 'No label matches.';
    setText(this.note, totals.keys.length === 0 ? none : '');
    this.note.classList.remove('wrong');
    this.search.element.hidden = totals.keys.length === 0 && this.view.search === '';
    this.showChosen(this.choices);
    if (focused >= 0) this.rows()[focused]?.focus();
  }

  private keyView(key: LabelKeyTotals, { total, unit }: LabelTotals): LabelKeyView {
    const words = (value: number) => `${panelLabel(value, unit, total)} · ${percentage(value, total)}`;
    const view = new LabelKeyView(key, {
      words,
      share: (value) => (total === 0 ? 0 : Math.min(1, Math.abs(value / total))),
      choose: (choice) => {
        this.note.classList.remove('wrong');
        setText(this.note, '');
        this.actions.choose(withChoice(this.choices, choice));
      },
      more: () => {
        const limit = Math.min(5 * MORE_VALUES, key.values.length + MORE_VALUES);
        this.ask({ ...this.view, key: key.key, limit });
      },
    });
    return view;
  }

  private rows(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('.label-row')];
  }

  /** Makes all values one tab stop. */
  private keepOneStop(): void {
    const rows = this.rows();
    const stop = rows.find((row) => row === document.activeElement) ?? rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
  }

  private press(event: KeyboardEvent): void {
    const rows = this.rows();
    const here = rows.indexOf(event.target as HTMLElement);
    const isInSearch = this.search.element.contains(event.target as Node);
    if (here < 0 && !(isInSearch && event.key === 'ArrowDown')) return;
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    claim(event);
    if (to < 0) return this.search.element.focus();
    rows[Math.min(to, rows.length - 1)]?.focus();
    this.keepOneStop();
  }
}
