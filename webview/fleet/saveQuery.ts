import { element, setText, stopEvent } from '../controls/dom';

/** Of a query's name, in characters. */
const LONGEST = 100;

/**
 * A field for the name of a query that is saved.
 * @param names those that are used
 */
export function nameField(names: readonly string[], save: (name: string) => void): HTMLElement {
  const field = element('input', { type: 'text', 'aria-label': 'Name', placeholder: 'name', maxlength: LONGEST, spellcheck: 'false' });
  const button = element('button', { class: 'primary' }, 'Save');
  const remark = element('div', { class: 'option-remark', role: 'status' });
  const apply = () => {
    const name = field.value.trim();
    if (name === '') setText(remark, 'Enter a name.');
    else save(name);
  };
  field.addEventListener('input', () => {
    setText(remark, names.includes(field.value.trim()) ? 'Replaces the saved query with this name.' : '');
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    stopEvent(event);
    apply();
  });
  button.addEventListener('click', apply);
  return element('div', { class: 'query-editor' }, element('div', { class: 'filter-fields' }, field, button), remark);
}
