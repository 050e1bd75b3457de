import { REFINE_FIELDS, type FieldWords } from '../../src/profile/text/refineOptions';
import type { RefineState } from '../../src/pages/protocol/refineState';
import { element, setAttributes, setText } from '../controls/dom';
import { type FieldActions, RefineFieldView } from './refineField';

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
