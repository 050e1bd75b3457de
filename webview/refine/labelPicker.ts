import type { LabelKeyTotals, LabelTotals, LabelView } from '../../src/profile/answers/labels';
import type { LabelChoice } from '../../src/pages/protocol/refineState';
import { unlessCancelled } from '../hostLink';
import { element, focusedElement, setText, stopEvent } from '../controls/dom';
import { TextField } from '../controls/toolkit';
import { LabelKeyView } from './labelKey';
import { choiceOf, withChoice } from './chosenLabels';
import { sharePart } from '../../src/profile/text/screen/share';
import { panelText } from '../text/figureTexts';
import { NO_LABELS } from '../../src/profile/text/refineOptions';

export interface PickerActions {
  requestTotals(view: LabelView): Promise<LabelTotals>;
  choose(choices: readonly LabelChoice[]): void;
  close(): void;
}

/** Number of values of a key shown at first. */
const FIRST_VALUES = 50;
/** Number of values that "more" adds. */
const MORE_VALUES = 1000;

/** The labels of the profile by key, with the total of each value. The selected values filter samples. */
export class LabelPicker {
  readonly element = element('div', { class: 'label-picker' });
  private readonly searchField: TextField;
  private readonly list = element('div', { class: 'label-list' });
  private readonly note = element('div', { class: 'label-note', role: 'status' });
  private readonly keys = new Map<string, LabelKeyView>();
  private totals: LabelTotals | undefined;
  private choices: readonly LabelChoice[] = [];
  private isPending = false;
  private view: LabelView = { search: '', limit: FIRST_VALUES };

  constructor(private readonly actions: PickerActions) {
    this.searchField = new TextField('Search labels', 'Search labels', (search) => this.request({ search, limit: FIRST_VALUES }));
    this.element.append(this.searchField.element, this.list, this.note);
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  start(): void {
    this.searchField.element.focus();
    this.request(this.view);
  }

  close(): void {
    this.actions.close();
  }

  /** Shows which values are selected. */
  showChosen(choices: readonly LabelChoice[]): void {
    this.choices = choices;
    for (const [key, view] of this.keys) view.showChosen(choiceOf(choices, key));
    this.updateTabStop();
  }

  /** Asks again if a change of profile cancelled the question. */
  retryCancelled(): void {
    if (this.isPending) this.request(this.view);
  }

  private showTotals(totals: LabelTotals): void {
    this.isPending = false;
    const [extended] = this.view.key === undefined ? [] : totals.keys;
    const keys = extended && this.totals?.keys.map((known) => (known.key === extended.key ? extended : known));
    const shown = { ...totals, keys: keys ?? totals.keys };
    // A row that is replaced while Space is pressed on it would not be chosen.
    const isDrawn = JSON.stringify(shown) === JSON.stringify(this.totals);
    this.totals = shown;
    if (!isDrawn) this.draw(shown);
    const emptyText = this.view.search === '' ? NO_LABELS : 'No label matches.';
    setText(this.note, shown.keys.length === 0 ? emptyText : '');
    this.note.classList.remove('wrong');
    this.searchField.element.hidden = shown.keys.length === 0 && this.view.search === '';
  }

  showError(text: string): void {
    setText(this.note, text);
    this.note.classList.add('wrong');
  }

  private request(view: LabelView): void {
    this.view = view;
    this.isPending = true;
    this.actions.requestTotals(view).then((totals) => this.showTotals(totals), unlessCancelled(({ message }) => {
      this.isPending = false;
      this.showError(message);
    }));
  }

  private draw(totals: LabelTotals): void {
    const focusedIndex = this.rows().indexOf(focusedElement() as HTMLElement);
    this.keys.clear();
    for (const key of totals.keys) this.keys.set(key.key, this.keyView(key, totals));
    this.list.replaceChildren(...[...this.keys.values()].map((view) => view.element));
    this.showChosen(this.choices);
    if (focusedIndex >= 0) this.rows()[focusedIndex]?.focus();
  }

  private keyView(key: LabelKeyTotals, { total, unit, weight }: LabelTotals): LabelKeyView {
    const figureText = (value: number) => `${panelText(value, { unit, total, weight })} · ${sharePart(value, total, weight)}`;
    const view = new LabelKeyView(key, {
      figureText,
      share: (value) => (total === 0 ? 0 : Math.min(1, Math.abs(value / total))),
      choose: (choice) => {
        this.note.classList.remove('wrong');
        setText(this.note, '');
        this.actions.choose(withChoice(this.choices, choice));
      },
      showMore: () => {
        const limit = Math.min(5 * MORE_VALUES, key.values.length + MORE_VALUES);
        this.request({ ...this.view, key: key.key, limit });
      },
    });
    return view;
  }

  private rows(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('.label-row')];
  }

  /** Makes all values one tab stop. */
  private updateTabStop(): void {
    const rows = this.rows();
    const tabStop = rows.find((row) => row === document.activeElement) ?? rows[0];
    for (const row of rows) row.tabIndex = row === tabStop ? 0 : -1;
  }

  private onKeydown(event: KeyboardEvent): void {
    const rows = this.rows();
    const index = rows.indexOf(event.target as HTMLElement);
    const isInSearch = this.searchField.element.contains(event.target as Node);
    if (index < 0 && !(isInSearch && event.key === 'ArrowDown')) return;
    const newIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (newIndex === undefined) return;
    stopEvent(event);
    if (newIndex < 0) return this.searchField.element.focus();
    rows[Math.min(newIndex, rows.length - 1)]?.focus();
    this.updateTabStop();
  }
}
