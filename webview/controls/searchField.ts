import { element, setText, stopEvent } from './dom';
import { button, TextField } from './toolkit';

export interface SearchOptions {
  /** For assistive technology. */
  readonly name: string;
  readonly placeholder: string;
  /** Called whenever the text changes. */
  readonly onSearch: (text: string) => void;
  /** The action of each key in the field, by key name. Escape first clears the text, if there is any. */
  readonly keys: Readonly<Record<string, () => void>>;
}

/** A search field with a Clear button. The search result is shown after the field. */
export class SearchField {
  readonly element: HTMLElement;
  /** Shows the error of an invalid pattern. Each tab places it where there is room. */
  readonly error = element('div', { class: 'search-error', role: 'alert', hidden: true });
  private readonly result = element('span', { class: 'search-result', role: 'status' });
  private readonly field: TextField;
  private readonly clearButton: HTMLElement;

  constructor(private readonly options: SearchOptions) {
    this.field = new TextField(options.name, options.placeholder, (text) => this.search(text));
    this.clearButton = button({ appearance: 'icon', hint: 'Clear the search', onClick: () => this.clearSearch() }, '✕');
    this.field.element.addEventListener('keydown', (event) => this.onKeydown(event));
    const box = element('div', { class: 'search-box' }, this.field.element, this.clearButton);
    this.element = element('div', { class: 'search', role: 'search' }, box, this.result);
    this.showText('');
  }

  get text(): string {
    return this.field.value;
  }

  focus(): void {
    this.field.element.focus();
  }

  /** Takes the focus. The next character replaces the text. */
  focusToReplace(): void {
    this.field.focusToReplace();
  }

  showText(text: string): void {
    this.field.value = text;
    this.clearButton.hidden = text === '';
  }

  showResult(text: string, error = ''): void {
    setText(this.result, text);
    setText(this.error, error);
    this.error.hidden = error === '';
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
