import type { LabelKeyTotals, LabelValueTotal } from '../../src/profile/answers/labels';
import { countText } from '../../src/profile/text/screen/digits';
import type { LabelChoice } from '../../src/pages/protocol/refineState';
import { element, setAttributes, stopEvent } from '../controls/dom';
import { TextField } from '../controls/toolkit';
import { isChosen, toggleValue, unlistedValues } from './chosenLabels';

export interface LabelKeyActions {
  /** The text of a value and its share of the total. */
  figureText(value: number): string;
  /** The share of the total, from 0 to 1. */
  share(value: number): number;
  choose(choice: LabelChoice): void;
  showMore(): void;
}

type Row = Pick<LabelValueTotal, 'name' | 'isText' | 'range'> & { readonly value?: number };

/** One label key: its values, heaviest first, and whether samples with the selected values are kept or excluded. */
export class LabelKeyView {
  readonly element: HTMLElement;
  private readonly rows = element('div', { class: 'label-rows' });
  private readonly unlistedRows = element('div', { class: 'label-rows' });
  private readonly modeButtons = element('div', { class: 'label-modes', role: 'group' });
  private choice: LabelChoice;

  constructor(
    private readonly totals: LabelKeyTotals,
    private readonly actions: LabelKeyActions,
  ) {
    const { key, values, matching, total } = totals;
    this.choice = { key, texts: [], ranges: [] };
    setAttributes(this.modeButtons, { 'aria-label': `Selected values of ${key}` });
    this.modeButtons.append(this.modeButton('Only these', false), this.modeButton('All but these', true));
    const name = element('h3', { class: 'label-name', title: key }, key);
    const totalText = element('span', { class: 'label-sum', title: 'All samples with this label' }, actions.figureText(total));
    this.rows.append(...values.map((value) => this.row(value)));
    const moreCount = matching - values.length;
    const moreButton = element('button', { class: 'link label-more' }, `${countText(moreCount)} more…`);
    moreButton.hidden = moreCount === 0;
    moreButton.addEventListener('click', () => actions.showMore());
    const head = element('div', { class: 'label-head' }, name, totalText, this.modeButtons);
    this.element = element('section', { class: 'label-key', 'aria-label': key }, head, this.unlistedRows, this.rows, moreButton);
    if (values.some(({ range }) => range !== undefined)) head.after(this.rangeField());
  }

  showChosen(choice: LabelChoice): void {
    this.choice = choice;
    const unlisted = unlistedValues(choice, this.totals.values);
    this.unlistedRows.replaceChildren(...unlisted.map((value) => this.row(value)));
    this.totals.values.forEach((value, i) => this.setChecked(this.rows.children[i], value));
    unlisted.forEach((value, i) => this.setChecked(this.unlistedRows.children[i], value));
    this.modeButtons.hidden = choice.texts.length + choice.ranges.length === 0;
    for (const button of this.modeButtons.children) {
      const isExcluding = (button as HTMLElement).dataset.leftOut === 'true';
      setAttributes(button, { 'aria-pressed': String(isExcluding === (choice.leftOut ?? false)) });
    }
  }

  private setChecked(row: Element, value: Row): void {
    setAttributes(row, { 'aria-checked': String(isChosen(this.choice, value)) });
  }

  private row(value: Row): HTMLElement {
    const text = value.value === undefined ? '' : this.actions.figureText(value.value);
    const row = element('button', { class: 'label-row', role: 'checkbox', title: value.name, tabindex: -1 });
    row.append(
      element('span', { class: 'label-tick', 'aria-hidden': 'true' }),
      element('span', { class: 'label-value' }, value.name),
      element('span', { class: 'label-figures' }, text),
    );
    row.style.setProperty('--share', `${this.actions.share(value.value ?? 0) * 100}%`);
    row.addEventListener('click', () => this.actions.choose(toggleValue(this.choice, value)));
    return row;
  }

  private modeButton(text: string, leftOut: boolean): HTMLElement {
    const button = element('button', { class: 'segment' }, text);
    button.dataset.leftOut = String(leftOut);
    button.addEventListener('click', () => this.actions.choose({ ...this.choice, leftOut }));
    return button;
  }

  /** A field for a range of numeric values. */
  private rangeField(): HTMLElement {
    const field = new TextField(`Range of ${this.totals.key}`, 'A range: 1kb:64kb, 4mb:, :16b', () => undefined);
    field.element.addEventListener('keydown', (event) => {
      const range = field.value.trim();
      if (event.key !== 'Enter' || range === '') return;
      stopEvent(event);
      field.value = '';
      if (!this.choice.ranges.includes(range)) {
        this.actions.choose({ ...this.choice, ranges: [...this.choice.ranges, range] });
      }
    });
    return element('div', { class: 'label-range' }, field.element);
  }
}
