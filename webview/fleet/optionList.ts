import { countText } from '../../src/profile/text/screen/digits';
import { element, setAttributes, setText, stopEvent } from '../controls/dom';

export interface Option {
  readonly value: string;
  /** By default, the value. */
  readonly label?: string;
  /** Further words, beside it. */
  readonly about?: string;
}

export interface OptionListParts {
  /** What is chosen, for assistive technology. */
  readonly name: string;
  readonly placeholder: string;
  /** Whether a text that is not in the list can be chosen. */
  readonly takesText: boolean;
  choose(value: string): void;
  /** The text was changed by the user. */
  onType?(text: string): void;
}

/** Options drawn at once. */
const DRAWN = 50;
/** Of a text, as it is drawn, in characters. */
const DRAWN_TEXT = 300;
let lists = 0;

/**
 * A field with a list of options below it, of which those remain that have the typed text. Arrow keys move in the list,
 * Enter chooses. Draws the first options only, however many there are.
 */
export class OptionList {
  readonly field: HTMLInputElement;
  /** The list, with its remarks. */
  readonly element: HTMLElement;
  private readonly list: HTMLElement;
  private readonly remark = element('div', { class: 'option-remark', role: 'status' });
  private options: readonly Option[] = [];
  /** The options' texts in lower case, to search in. */
  private texts: readonly string[] = [];
  private total = 0;
  private shown: readonly Option[] = [];
  private active = -1;
  private remarkText = '';
  /** Whether the user changed the text: a value that is edited does not hide the others. */
  private isTyped = false;

  /** @param first an option before all others while nothing is typed */
  constructor(
    private readonly parts: OptionListParts,
    private readonly first?: Option,
  ) {
    const id = `options-${++lists}`;
    this.list = element('div', { class: 'options', role: 'listbox', id, 'aria-label': parts.name });
    this.field = element('input', {
      type: 'text', role: 'combobox', 'aria-label': parts.name, placeholder: parts.placeholder, spellcheck: 'false',
      autocomplete: 'off', 'aria-controls': id, 'aria-expanded': 'true', 'aria-autocomplete': 'list',
    });
    this.element = element('div', { class: 'option-list' }, this.list, this.remark);
    this.field.addEventListener('input', () => {
      this.isTyped = true;
      this.draw();
      parts.onType?.(this.field.value);
    });
    this.field.addEventListener('keydown', (event) => this.onKeydown(event));
    // The field keeps the focus.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => {
      const index = [...this.list.children].indexOf((target as Element).closest('[role=option]')!);
      if (this.shown[index]) parts.choose(this.shown[index].value);
    });
    this.draw();
  }

  get text(): string {
    return this.field.value;
  }

  set text(value: string) {
    this.field.value = value;
    this.isTyped = false;
    this.draw();
  }

  /** @param total how many there are, if these are the first of them */
  show(options: readonly Option[], total = options.length): void {
    this.options = options;
    this.texts = options.map(({ value, label = value, about = '' }) => `${label}\n${about}`.toLowerCase());
    this.total = total;
    this.remarkText = '';
    this.draw();
  }

  /** Shows a sentence instead of options. */
  showRemark(text: string): void {
    this.show([]);
    this.remarkText = text;
    setText(this.remark, text);
  }

  private draw(): void {
    const sought = this.isTyped ? this.text.toLowerCase().trim() : '';
    const found = sought === '' ? this.options : this.options.filter((_, i) => this.texts[i].includes(sought));
    const more = found.length - DRAWN + (this.total - this.options.length);
    this.shown = [...(this.first && sought === '' ? [this.first] : []), ...found.slice(0, DRAWN)];
    this.list.replaceChildren(...this.shown.map((option, i) => this.optionElement(option, i)));
    this.list.hidden = this.shown.length === 0;
    const none = this.options.length > 0 && found.length === 0
      ? (this.parts.takesText ? 'Not in the list: Enter takes the text as it is.' : 'Nothing has this text.')
      : '';
    setText(this.remark, this.remarkText || (more > 0 ? `${countText(more)} more: type to narrow.` : none));
    this.activate(this.parts.takesText || this.shown.length === 0 ? -1 : 0);
  }

  private optionElement({ value, label = value, about }: Option, index: number): HTMLElement {
    const name = element('span', { class: 'option-name' }, label.slice(0, DRAWN_TEXT) || '(empty)');
    const words = about === undefined ? [] : [element('span', { class: 'option-about' }, about.slice(0, DRAWN_TEXT))];
    return element('div', { class: 'option', role: 'option', id: `${this.list.id}-${index}`, 'aria-selected': 'false' }, name, ...words);
  }

  private activate(index: number): void {
    this.active = index;
    [...this.list.children].forEach((option, i) => setAttributes(option, { 'aria-selected': String(i === index) }));
    const option = this.list.children[index];
    option?.scrollIntoView({ block: 'nearest' });
    setAttributes(this.field, { 'aria-activedescendant': option?.id });
  }

  private onKeydown(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.shown.length - 1;
    const next = {
      ArrowDown: Math.min(last, this.active + 1), ArrowUp: Math.max(this.parts.takesText ? -1 : 0, this.active - 1),
      PageDown: Math.min(last, this.active + 10), PageUp: Math.max(0, this.active - 10),
    }[event.key];
    if (next !== undefined && last >= 0) {
      stopEvent(event);
      return this.activate(next);
    }
    if (event.key !== 'Enter') return;
    stopEvent(event);
    const chosen = this.shown[this.active]?.value ?? (this.parts.takesText ? this.text : undefined);
    if (chosen !== undefined) this.parts.choose(chosen);
  }
}
