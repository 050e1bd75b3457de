import type { LabelKeyTotals, LabelValueTotal } from '../../src/profile/answers/labels';
import { withThousands } from '../../src/profile/text/counts';
import type { LabelChoice } from '../../src/protocol/refineState';
import { claim, element, setAttributes } from '../controls/dom';
import { TextField } from '../controls/toolkit';
import { chosenBeside, isChosen, toggled } from './labelChoices';

export interface KeyActions {
  /** The text of a value and its share of the total. */
  words(value: number): string;
  /** The share of the total, from 0 to 1. */
  share(value: number): number;
  choose(choice: LabelChoice): void;
  more(): void;
}

type Row = Pick<LabelValueTotal, 'name' | 'isText' | 'range'> & { readonly value?: number };

/** One label key: its values, heaviest first, and whether samples with the selected values are kept or excluded. */
export class LabelKeyView {
  readonly element: HTMLElement;
  private readonly rows = element('div', { class: 'label-rows' });
  private readonly beside = element('div', { class: 'label-rows' });
  private readonly modes = element('div', { class: 'label-modes', role: 'group' });
  private choice: LabelChoice;

  constructor(
    private readonly totals: LabelKeyTotals,
    private readonly actions: KeyActions,
  ) {
    const { key, values, matching, total } = totals;
    this.choice = { key, texts: [], ranges: [] };
    setAttributes(this.modes, { 'aria-label': `Selected values of ${key}` });
    this.modes.append(this.mode('Only these', false), this.mode('All but these', true));
    const name = element('h3', { class: 'label-name', title: key }, key);
    const sum = element('span', { class: 'label-sum', title: 'All samples with this label' }, actions.words(total));
    this.rows.append(...values.map((value) => this.row(value)));
    const rest = matching - values.length;
    const more = element('button', { class: 'link label-more' }, `${withThousands(rest)} more…`);
    more.hidden = rest === 0;
    more.addEventListener('click', () => actions.more());
    const head = element('div', { class: 'label-head' }, name, sum, this.modes);
    this.element = element('section', { class: 'label-key', 'aria-label': key }, head, this.beside, this.rows, more);
    if (values.some(({ range }) => range !== undefined)) head.after(this.rangeField());
  }

  showChosen(choice: LabelChoice): void {
    this.choice = choice;
    const beside = chosenBeside(choice, this.totals.values);
    this.beside.replaceChildren(...beside.map((value) => this.row(value)));
    this.totals.values.forEach((value, at) => this.tick(this.rows.children[at], value));
    beside.forEach((value, at) => this.tick(this.beside.children[at], value));
    this.modes.hidden = choice.texts.length + choice.ranges.length === 0;
    for (const button of this.modes.children) {
      const isLeftOut = (button as HTMLElement).dataset.leftOut === 'true';
      setAttributes(button, { 'aria-pressed': String(isLeftOut === (choice.leftOut ?? false)) });
    }
  }

  private tick(row: Element, value: Row): void {
    setAttributes(row, { 'aria-checked': String(isChosen(this.choice, value)) });
  }

  private row(value: Row): HTMLElement {
    const words = value.value === undefined ? '' : this.actions.words(value.value);
    const row = element('button', { class: 'label-row', role: 'checkbox', title: value.name, tabindex: -1 });
    row.append(
      element('span', { class: 'label-tick', 'aria-hidden': 'true' }),
      element('span', { class: 'label-value' }, value.name),
      element('span', { class: 'label-words' }, words),
    );
    row.style.setProperty('--share', `${this.actions.share(value.value ?? 0) * 100}%`);
    row.addEventListener('click', () => this.actions.choose(toggled(this.choice, value)));
    return row;
  }

  private mode(text: string, leftOut: boolean): HTMLElement {
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
      claim(event);
      field.value = '';
      if (!this.choice.ranges.includes(range)) {
        this.actions.choose({ ...this.choice, ranges: [...this.choice.ranges, range] });
      }
    });
    return element('div', { class: 'label-range' }, field.element);
  }
}
