import { type FieldWords, GRANULARITIES, tagRangeHint } from '../../src/profile/text/refineFields';
import type { Refinement } from '../../src/protocol/refineState';
import { claim, element, setAttributes, setText } from '../controls/dom';
import { button, Checkbox, Dropdown, TextField } from '../controls/toolkit';

export interface FieldActions {
  change(field: FieldWords['field'], value: unknown): void;
  /** Offers what was asked for before, below the field. */
  openHistory(field: FieldWords['field'], anchor: HTMLElement): void;
}

/** A field with its explanation, and below it what is wrong with what stands in it. */
export class RefineFieldView {
  readonly element: HTMLElement;
  private readonly control: Control;
  private readonly note = element('div', { class: 'field-note', role: 'status' });
  private readonly recall: HTMLElement;

  constructor(
    readonly words: FieldWords,
    private readonly actions: FieldActions,
  ) {
    const { field, kind, explains } = words;
    this.control = this.controlOf(words);
    const open = () => actions.openHistory(field, this.control.element);
    this.recall = button({ appearance: 'icon', hint: `Earlier values of ${field}`, onClick: open }, '⌄');
    const hasName = kind === 'flag' || kind === 'choice';
    const name = hasName ? '' : element('span', { class: 'field-name', 'aria-hidden': 'true' }, field);
    const line = element('div', { class: 'field-line' }, name, this.control.element, this.recall);
    const explanation = element('div', { class: 'field-explains' }, explains);
    this.element = element('div', { class: `refine-field kind-${kind}` }, line, explanation, this.note);
    setAttributes(this.control.element, { title: `${field}: ${explains}` });
  }

  focus(): void {
    this.control.element.focus();
  }

  /** What holds; a text that is wrong, or being typed, stays. */
  show({ refinement, hasHistory, isUnmatched, error }: Shown): void {
    const value = refinement[this.words.field];
    const isTyping = this.element.contains(document.activeElement);
    this.control.show(value, error !== undefined ? 'wrong' : isTyping ? 'typed' : undefined);
    this.recall.hidden = !hasHistory;
    const isWrong = error !== undefined;
    this.element.classList.toggle('wrong', isWrong);
    setText(this.note, error ?? (isUnmatched ? unmatchedText(this.words.field, value) : ''));
    setAttributes(this.control.element, { 'aria-invalid': isWrong || undefined });
  }

  /** Puts a text there as if it had been typed. */
  put(value: unknown): void {
    this.control.show(value);
  }

  private controlOf({ field, kind, explains, example }: FieldWords): Control {
    switch (kind) {
      case 'flag':
        return new Checkbox(field, `${field}: ${explains}`, (isOn) => this.actions.change(field, isOn));
      case 'choice':
        return new ChoiceControl(field, (value) => this.actions.change(field, value));
      default:
        return new TextControl(`${field}: ${explains}`, example, {
          change: (text) => this.actions.change(field, kind === 'number' && text !== '' ? Number(text) : text),
          openHistory: () => this.recall.hidden || this.actions.openHistory(field, this.control.element),
        });
    }
  }
}

function unmatchedText(field: FieldWords['field'], value: unknown): string {
  const isTagFilter = field === 'tagfocus' || field === 'tagignore';
  const hint = isTagFilter ? tagRangeHint(String(value)) : undefined;
  return `Matches nothing in this profile${hint === undefined ? '' : `: ${hint}`}`;
}

export interface Shown {
  readonly refinement: Refinement;
  readonly hasHistory: boolean;
  readonly isUnmatched: boolean;
  readonly error: string | undefined;
}

interface Control {
  readonly element: HTMLElement;
  /** @param keep a text that is being typed, or that is wrong, is not replaced by what holds */
  show(value: unknown, keep?: 'typed' | 'wrong'): void;
}

/** Asks with Enter, or when the cursor leaves; Escape brings back what holds. */
class TextControl implements Control {
  private readonly field: TextField;
  private held = '';
  private asked = '';
  /** Whether anybody typed since it was asked last: a cursor that only leaves asks nothing. */
  private isTyped = false;

  constructor(
    name: string,
    example: string | undefined,
    private readonly actions: { change(text: string): void; openHistory(): void },
  ) {
    this.field = new TextField(name, example ? `e.g. ${example}` : '', () => (this.isTyped = true));
    this.element.addEventListener('change', () => this.commit());
    this.element.addEventListener('keydown', (event) => this.press(event));
  }

  get element(): HTMLElement {
    return this.field.element;
  }

  show(value: unknown, keep?: 'typed' | 'wrong'): void {
    this.held = value === undefined ? '' : String(value);
    if (keep !== 'wrong') this.asked = this.held;
    if (keep !== undefined) return;
    this.field.value = this.held;
    this.isTyped = false;
  }

  private commit(): void {
    const text = this.field.value.trim();
    if (text === this.asked || !this.isTyped) return;
    this.isTyped = false;
    this.asked = text;
    this.actions.change(text);
  }

  private press(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.commit();
    else if (event.key === 'ArrowDown') this.actions.openHistory();
    else if (event.key === 'Escape' && this.field.value !== this.held) {
      this.field.value = this.held;
      this.isTyped = true;
      this.commit();
    } else return;
    claim(event);
  }
}

class ChoiceControl implements Control {
  private readonly list: Dropdown;

  constructor(name: string, onChoose: (value: string) => void) {
    this.list = new Dropdown(name, onChoose);
    this.show(undefined);
  }

  get element(): HTMLElement {
    return this.list.element;
  }

  show(value: unknown): void {
    const choices = GRANULARITIES.map((each) => ({ value: each, label: each }));
    this.list.show(choices, typeof value === 'string' ? value : GRANULARITIES[0]);
  }
}
