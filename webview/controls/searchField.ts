import { element, setText, stopEvent } from './dom';
import { button, iconElement, TextField } from './toolkit';

export interface SearchOptions {
  /** What may be typed. */
  readonly hint: string;
  /** Called whenever the text changes. */
  readonly onSearch: (text: string) => void;
  /** The action of each key in the field, by key name. Escape first clears the text, if there is any. */
  readonly keys: Readonly<Record<string, () => void>>;
}

/** What the search is called in all tabs. */
export const SEARCH_NAME = 'Search functions';

/**
 * A search that is an icon until it is opened, and again when it is left without a text. The search result is shown
 * after the field.
 */
export class SearchField {
  readonly element: HTMLElement;
  /** Shows the error of an invalid pattern. Each tab places it where there is room. */
  readonly error = element('div', { class: 'search-error', role: 'alert', hidden: true });
  private readonly result = element('span', { class: 'search-result', role: 'status' });
  private readonly openButton: HTMLElement;
  private readonly field: TextField;
  private readonly clearButton: HTMLElement;

  constructor(private readonly options: SearchOptions) {
    this.field = new TextField(SEARCH_NAME, SEARCH_NAME, (text) => this.search(text));
    this.clearButton = button({ appearance: 'icon', hint: 'Clear the search', onClick: () => this.clearSearch() }, '✕');
    this.field.element.title = options.hint;
    this.openButton = searchButton(() => this.focus());
    this.field.element.addEventListener('keydown', (event) => this.onKeydown(event));
    const box = element('div', { class: 'search-box' }, this.field.element, this.clearButton);
    this.element = element('div', { class: 'search', role: 'search' }, this.openButton, box, this.result);
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.element.contains(relatedTarget))) this.show(this.text !== '');
    });
    this.showText('');
  }

  get text(): string {
    return this.field.value;
  }

  focus(): void {
    this.show(true);
    this.field.element.focus();
  }

  /** Takes the focus. The next character replaces the text. */
  focusToReplace(): void {
    this.show(true);
    this.field.focusToReplace();
  }

  showText(text: string): void {
    this.field.value = text;
    this.clearButton.hidden = text === '';
    if (text !== '' || !this.element.contains(document.activeElement)) this.show(text !== '');
  }

  showResult(text: string, error = ''): void {
    setText(this.result, text);
    setText(this.error, error);
    this.error.hidden = error === '';
  }

  private show(isOpen: boolean): void {
    this.element.classList.toggle('open', isOpen);
  }

  private search(text: string): void {
    this.clearButton.hidden = text === '';
    this.options.onSearch(text);
  }

  private clearSearch(): void {
    this.field.value = '';
    this.search('');
    this.focus();
  }

  private onKeydown(event: KeyboardEvent): void {
    const action = event.key === 'Escape' && this.text !== '' ? () => this.clearSearch() : this.options.keys[event.key];
    if (!action) return;
    action();
    stopEvent(event);
  }
}

/** The icon that opens a search. */
export function searchButton(onClick: () => void): HTMLElement {
  const lens = 'M10.2 10.2 14.5 14.5M11.5 6.75a4.75 4.75 0 1 1-9.5 0 4.75 4.75 0 0 1 9.5 0z';
  const created = button({ appearance: 'icon', hint: `${SEARCH_NAME} (/)`, onClick }, iconElement(lens));
  created.classList.add('search-toggle');
  return created;
}
