import type { TableWindow } from '../../src/profile/answers/table';
import { countText } from '../../src/profile/text/screen/digits';
import { button } from '../controls/toolkit';
import { SearchField } from '../controls/searchField';

export interface TopToolbarActions {
  search(text: string): void;
  focusTable(): void;
  copyAll(): void;
}

/** The search of the table, the number of matching rows, and a button that copies these rows. */
export class TopToolbar {
  readonly element: HTMLElement;
  readonly error: HTMLElement;
  private readonly searchField: SearchField;

  constructor({ search, focusTable, copyAll }: TopToolbarActions) {
    this.searchField = new SearchField({
      name: 'Search the table',
      placeholder: 'Search (regular expression)',
      onSearch: search,
      keys: { Escape: focusTable, Enter: focusTable, ArrowDown: focusTable },
    });
    this.error = this.searchField.error;
    this.element = this.searchField.element;
    this.element.classList.add('top-tab-search');
    this.element.append(button({ appearance: 'secondary', hint: 'Copy all rows as text', onClick: copyAll }, 'Copy all'));
  }

  focus(): void {
    this.searchField.focusToReplace();
  }

  showText(text: string): void {
    this.searchField.showText(text);
  }

  showResult({ count, allCount, searchError }: TableWindow): void {
    const isSearched = this.searchField.text !== '' && searchError === undefined;
    const all = `${countText(allCount)} ${allCount === 1 ? 'row' : 'rows'}`;
    this.searchField.showResult(isSearched ? (count === 0 ? 'No match' : `${countText(count)} of ${all}`) : all, searchError);
  }
}
