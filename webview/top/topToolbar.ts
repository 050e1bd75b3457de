import type { TableWindow } from '../../src/profile/answers/table';
import { withThousands } from '../../src/profile/text/thousands';
import { claim, element, setText } from '../controls/dom';
import { button, TextField } from '../controls/toolkit';

export interface ToolActions {
  search(text: string): void;
  /** Into the table. */
  leave(): void;
  copyAll(): void;
}

/** The search of the table with what it found, and a button that copies all of that. */
export class TopTools {
  readonly element = element('div', { class: 'search top-tab-search', role: 'search' });
  /** What is wrong with the pattern, to stand where there is room for it. */
  readonly error = element('div', { class: 'search-error', role: 'alert', hidden: true });
  private readonly result = element('span', { class: 'search-result', role: 'status' });
  private readonly field: TextField;
  private readonly clear: HTMLElement;

  constructor(private readonly actions: ToolActions) {
    this.field = new TextField('Search the table', 'Search (regular expression)', (text) => this.typed(text));
    this.clear = button({ appearance: 'icon', hint: 'Clear the search', onClick: () => this.clearSearch() }, '✕');
    this.field.element.addEventListener('keydown', (event) => this.press(event));
    const box = element('div', { class: 'search-box' }, this.field.element, this.clear);
    const copy = button(
      { appearance: 'secondary', hint: 'Copy all rows as text', onClick: () => actions.copyAll() },
      'Copy all',
    );
    this.element.append(this.result, box, copy);
    this.showText('');
  }

  get text(): string {
    return this.field.value;
  }

  focus(): void {
    this.field.focusToReplace();
  }

  showText(text: string): void {
    this.field.value = text;
    this.clear.hidden = text === '';
  }

  showResult({ count, allCount, searchError }: TableWindow): void {
    const isSearched = this.text !== '' && searchError === undefined;
    const all = `${withThousands(allCount)} ${allCount === 1 ? 'row' : 'rows'}`;
    setText(this.result, isSearched ? (count === 0 ? 'No match' : `${withThousands(count)} of ${all}`) : all);
    setText(this.error, searchError ?? '');
    this.error.hidden = searchError === undefined;
  }

  private typed(text: string): void {
    this.clear.hidden = text === '';
    this.actions.search(text);
  }

  private clearSearch(): void {
    this.showText('');
    this.actions.search('');
    this.focus();
  }

  private press(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.text !== '') this.clearSearch();
    else if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') this.actions.leave();
    else return;
    claim(event);
  }
}
