import type { TableView } from '../../src/profile/answers/table';
import { displayName, distinctNames } from '../text/drawnNames';
import { element, setAttributes, setText, stopEvent } from '../controls/dom';
import { searchButton, SEARCH_NAME } from '../controls/searchField';

/** Maximum number of suggested names. */
const MAX_SUGGESTIONS = 50;

export interface ChooserActions {
  /** Requests the functions whose names match what was typed. */
  requestNames(view: TableView): void;
  choose(name: string): void;
}

/**
 * A search to choose a function by name, an icon while it has no focus. The text is an RE2 pattern; the matching names
 * are listed below.
 */
export class FunctionChooser {
  readonly element: HTMLElement;
  private readonly field = element('input', {
    class: 'chooser-field', type: 'text', role: 'combobox', spellcheck: 'false', autocomplete: 'off',
    'aria-label': SEARCH_NAME, 'aria-autocomplete': 'list', 'aria-controls': 'chooser-list',
    'aria-expanded': 'false', placeholder: SEARCH_NAME,
  });
  private readonly list = element('ul', { class: 'chooser-list', id: 'chooser-list', role: 'listbox', 'aria-label': 'Functions', hidden: true });
  private readonly status = element('div', { class: 'chooser-remark', role: 'status', hidden: true });
  private names: readonly string[] = [];
  private activeIndex = -1;

  constructor(private readonly actions: ChooserActions) {
    const box = element('div', { class: 'chooser' }, this.field, this.list, this.status);
    this.element = element('div', { class: 'search', role: 'search' }, searchButton(() => this.focus()), box);
    this.field.addEventListener('input', () => this.requestNames());
    this.field.addEventListener('focus', () => this.field.select());
    this.field.addEventListener('keydown', (event) => this.onKeydown(event));
    this.field.addEventListener('blur', () => {
      this.close();
      this.element.classList.remove('open');
    });
    // A press in the list must not take the focus from the field, because that closes the list.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      if (option) this.choose([...this.list.children].indexOf(option));
    });
  }

  get hasFocus(): boolean {
    return document.activeElement === this.field;
  }

  focus(): void {
    this.element.classList.add('open');
    this.field.focus();
  }

  /** Shows the name of the current function, unless the user is typing. */
  showName(name: string): void {
    if (this.hasFocus) return;
    this.field.value = displayName(name);
    this.field.title = name;
  }

  /** Lists names. @param error why the pattern is invalid; empty if it is valid */
  showNames(names: readonly string[], error = ''): void {
    if (!this.hasFocus) return;
    this.names = error === '' ? names : [];
    setText(this.status, error === '' && names.length === 0 ? 'No function matches.' : error);
    this.status.hidden = this.status.textContent === '';
    const displayNames = distinctNames(this.names);
    this.list.replaceChildren(...this.names.map((name, index) =>
      element('li', { role: 'option', id: `chooser-${index}`, title: name, 'aria-selected': 'false' }, displayNames[index])));
    this.list.hidden = this.names.length === 0;
    setAttributes(this.field, { 'aria-expanded': String(!this.list.hidden) });
    this.setActive(this.names.length > 0 ? 0 : -1);
  }

  private requestNames(): void {
    if (this.field.value === '') this.close();
    else this.actions.requestNames(suggestionsFor(this.field.value));
  }

  private close(): void {
    this.names = [];
    this.list.hidden = true;
    this.status.hidden = true;
    setAttributes(this.field, { 'aria-expanded': 'false' });
    this.setActive(-1);
  }

  private setActive(index: number): void {
    setAttributes(this.list.children[this.activeIndex] ?? this.list, { 'aria-selected': this.list.children[this.activeIndex] ? 'false' : undefined });
    this.activeIndex = index;
    const option = this.list.children[index];
    if (option) {
      setAttributes(option, { 'aria-selected': 'true' });
      option.scrollIntoView({ block: 'nearest' });
    }
    setAttributes(this.field, { 'aria-activedescendant': option?.id });
  }

  private choose(index: number): void {
    const name = this.names[index];
    if (name === undefined) return;
    this.field.value = displayName(name);
    this.field.title = name;
    this.close();
    this.actions.choose(name);
  }

  private onKeydown(event: KeyboardEvent): void {
    const { length } = this.names;
    if (event.key === 'ArrowDown' && length === 0) this.requestNames();
    else if (event.key === 'ArrowDown') this.setActive((this.activeIndex + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) this.setActive((this.activeIndex - 1 + length) % length);
    else if (event.key === 'Enter') this.choose(this.activeIndex);
    else if (event.key === 'Escape' && length > 0) this.close();
    else return;
    stopEvent(event);
  }
}

/** Functions that match a pattern, those with the largest cum first. */
function suggestionsFor(search: string): TableView {
  return { sort: 'cum', direction: 'size', search, from: 0, limit: MAX_SUGGESTIONS, find: '' };
}
