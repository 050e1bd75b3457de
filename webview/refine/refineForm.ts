import { REFINE_FIELDS, type FieldWords } from '../../src/profile/text/refineFields';
import type { RefineState } from '../../src/protocol/refineState';
import { element, setAttributes, setText } from '../controls/dom';
import { type FieldActions, RefineFieldView } from './refineField';

/** The fields of the refinement. Rarely used fields are behind "More ways to refine". */
export class RefineForm {
  readonly element = element('div', { class: 'refine-form', id: 'refine-form', role: 'group', 'aria-label': 'Refine' });
  private readonly fields: readonly RefineFieldView[];
  private readonly rare = element('div', { class: 'refine-fields' });
  private readonly more = element('button', { class: 'link', 'aria-expanded': 'false' });

  constructor(actions: FieldActions) {
    this.fields = REFINE_FIELDS.map((words) => new RefineFieldView(words, actions));
    const frequent = element('div', { class: 'refine-fields' });
    for (const field of this.fields) (field.words.isFrequent ? frequent : this.rare).append(field.element);
    this.more.addEventListener('click', () => this.showRare(this.rare.hidden));
    this.element.append(frequent, this.more, this.rare);
    this.showRare(false);
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
    const view = this.viewOf(field);
    if (view && !view.words.isFrequent) this.showRare(true);
    view?.focus();
  }

  put(field: FieldWords['field'], value: unknown): void {
    this.viewOf(field)?.put(value);
  }

  private viewOf(field: FieldWords['field']): RefineFieldView | undefined {
    return this.fields.find(({ words }) => words.field === field);
  }

  private showRare(isShown: boolean): void {
    this.rare.hidden = !isShown;
    setText(this.more, isShown ? 'Fewer ways to refine' : 'More ways to refine');
    setAttributes(this.more, { 'aria-expanded': String(isShown) });
  }
}
