import { type FieldWords, GRANULARITIES, REFINE_FIELDS, tagRangeHint } from '../../src/profile/text/refineOptions';
import type { Refinement, RefineState } from '../../src/pages/protocol/refineState';
import { element, setAttributes, setText, stopEvent } from '../controls/dom';
import { button, Checkbox, Dropdown, TextField } from '../controls/toolkit';

export interface FieldActions {
  setValue(field: FieldWords['field'], value: unknown): void;
  /** Opens a menu of earlier values below the field. */
  openHistory(field: FieldWords['field'], anchor: HTMLElement): void;
}

/** A field with its explanation, and a note about a value that is invalid or matches nothing. */
class RefineFieldView {
  readonly element: HTMLElement;
  private readonly control: Control;
  private readonly note = element('div', { class: 'field-note', role: 'status' });
  private readonly historyButton: HTMLElement;

  constructor(
    readonly words: FieldWords,
    private readonly actions: FieldActions,
  ) {
    const { field, kind, explains } = words;
    this.control = this.controlFor(words);
    const openHistory = () => actions.openHistory(field, this.control.element);
    this.historyButton = button({ appearance: 'icon', hint: `Earlier values of ${field}`, onClick: openHistory }, '⌄');
    const hasName = kind === 'flag' || kind === 'choice';
    const name = hasName ? '' : element('span', { class: 'field-name', 'aria-hidden': 'true' }, field);
    const line = element('div', { class: 'field-line' }, name, this.control.element, this.historyButton);
    const explanation = element('div', { class: 'field-explains' }, explains);
    this.element = element('div', { class: `refine-field kind-${kind}` }, line, explanation, this.note);
    setAttributes(this.control.element, { title: `${field}: ${explains}` });
  }

  focus(): void {
    this.control.element.focus();
  }

  /** Shows the value in effect. Does not replace text that is invalid or being typed. */
  show({ refinement, hasHistory, isUnmatched, error }: FieldState): void {
    const value = refinement[this.words.field];
    const isTyping = this.element.contains(document.activeElement);
    this.control.show(value, error !== undefined ? 'wrong' : isTyping ? 'typed' : undefined);
    this.historyButton.hidden = !hasHistory;
    const isInvalid = error !== undefined;
    this.element.classList.toggle('wrong', isInvalid);
    setText(this.note, error ?? (isUnmatched ? unmatchedText(this.words.field, value) : ''));
    setAttributes(this.control.element, { 'aria-invalid': isInvalid || undefined });
  }

  /** Sets the value, even while the user is typing. */
  setValue(value: unknown): void {
    this.control.show(value);
  }

  private controlFor({ field, kind, explains, example }: FieldWords): Control {
    switch (kind) {
      case 'flag':
        return new Checkbox(field, `${field}: ${explains}`, (isOn) => this.actions.setValue(field, isOn));
      case 'choice':
        return new ChoiceControl(field, (value) => this.actions.setValue(field, value));
      default:
        return new TextControl(`${field}: ${explains}`, example, {
          change: (text) => this.actions.setValue(field, kind === 'number' && text !== '' ? Number(text) : text),
          openHistory: () => this.historyButton.hidden || this.actions.openHistory(field, this.control.element),
        });
    }
  }
}

function unmatchedText(field: FieldWords['field'], value: unknown): string {
  const isTagFilter = field === 'tagfocus' || field === 'tagignore';
  const hint = isTagFilter ? tagRangeHint(String(value)) : undefined;
  return `Matches nothing in this profile${hint === undefined ? '' : `: ${hint}`}`;
}

export interface FieldState {
  readonly refinement: Refinement;
  readonly hasHistory: boolean;
  readonly isUnmatched: boolean;
  readonly error: string | undefined;
}

interface Control {
  readonly element: HTMLElement;
  /** Shows a value. @param keepReason why the current text must not be replaced: it is being typed, or it is wrong */
  show(value: unknown, keepReason?: 'typed' | 'wrong'): void;
}

/** A text that takes effect on Enter or when the field loses the focus. Escape restores the value in effect. */
class TextControl implements Control {
  private readonly field: TextField;
  private valueInEffect = '';
  private requested = '';
  /** Whether the text was edited since the last request; an unedited text is not requested again. */
  private isEdited = false;

  constructor(
    name: string,
    example: string | undefined,
    private readonly actions: { change(text: string): void; openHistory(): void },
  ) {
    this.field = new TextField(name, example ? `e.g. ${example}` : '', () => (this.isEdited = true));
    this.element.addEventListener('change', () => this.commit());
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  get element(): HTMLElement {
    return this.field.element;
  }

  show(value: unknown, keepReason?: 'typed' | 'wrong'): void {
    this.valueInEffect = value === undefined ? '' : String(value);
    if (keepReason !== 'wrong') this.requested = this.valueInEffect;
    if (keepReason !== undefined) return;
    this.field.value = this.valueInEffect;
    this.isEdited = false;
  }

  private commit(): void {
    const text = this.field.value.trim();
    if (text === this.requested || !this.isEdited) return;
    this.isEdited = false;
    this.requested = text;
    this.actions.change(text);
  }

  private onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.commit();
    else if (event.key === 'ArrowDown') this.actions.openHistory();
    else if (event.key === 'Escape' && this.field.value !== this.valueInEffect) {
      this.field.value = this.valueInEffect;
      this.isEdited = true;
      this.commit();
    } else return;
    stopEvent(event);
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
    const choices = GRANULARITIES.map((granularity) => ({ value: granularity, label: granularity }));
    this.list.show(choices, typeof value === 'string' ? value : GRANULARITIES[0]);
  }
}

/** The fields that are always shown. */
const FREQUENT: ReadonlySet<FieldWords['field']> = new Set(['focus', 'ignore', 'hide', 'show_from']);

/** The fields of the refinement. Rarely used fields are behind "More ways to refine". */
export class RefineForm {
  readonly element = element('div', { class: 'refine-form', id: 'refine-form', role: 'group', 'aria-label': 'Refine' });
  private readonly fields: readonly RefineFieldView[];
  private readonly rareFields = element('div', { class: 'refine-fields' });
  private readonly moreButton = element('button', { class: 'link', 'aria-expanded': 'false' });

  constructor(actions: FieldActions) {
    this.fields = REFINE_FIELDS.map((words) => new RefineFieldView(words, actions));
    const frequentFields = element('div', { class: 'refine-fields' });
    for (const { words, element: row } of this.fields) {
      const group = FREQUENT.has(words.field) ? frequentFields : this.rareFields;
      group.append(row);
    }
    this.moreButton.addEventListener('click', () => this.setRareShown(Boolean(this.rareFields.hidden)));
    this.element.append(frequentFields, this.moreButton, this.rareFields);
    this.setRareShown(false);
  }

  /** @param errors messages for invalid fields, by field */
  show({ refinement, unmatched, history }: RefineState, errors: ReadonlyMap<string, string>): void {
    for (const view of this.fields) {
      const { field } = view.words;
      const hasHistory = (history[field] ?? []).some((value) => value !== String(refinement[field] ?? ''));
      view.show({ refinement, hasHistory, isUnmatched: unmatched.includes(field), error: errors.get(field) });
    }
  }

  focus(field: FieldWords['field']): void {
    const view = this.fieldView(field);
    if (!FREQUENT.has(field)) this.setRareShown(true);
    view?.focus();
  }

  setValue(field: FieldWords['field'], value: unknown): void {
    this.fieldView(field)?.setValue(value);
  }

  private fieldView(field: FieldWords['field']): RefineFieldView | undefined {
    return this.fields.find(({ words }) => words.field === field);
  }

  private setRareShown(isShown: boolean): void {
    this.rareFields.hidden = !isShown;
    setText(this.moreButton, isShown ? 'Fewer ways to refine' : 'More ways to refine');
    setAttributes(this.moreButton, { 'aria-expanded': String(isShown) });
  }
}
