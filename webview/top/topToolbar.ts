import type { TableWindow } from '../../src/profile/answers/table';
import { countText } from '../../src/profile/text/screen/digits';
import { element, setText } from '../controls/dom';
import { button } from '../controls/toolkit';
import { SearchField } from '../controls/searchField';

export interface TopToolbarActions {
  search(text: string): void;
  focusTable(): void;
  copyAll(): void;
}

/** What a row is. */
const NOUNS: Readonly<Record<TableWindow['granularity'], readonly [one: string, several: string]>> = {
  functions: ['function', 'functions'],
  filefunctions: ['function', 'functions'],
  files: ['file', 'files'],
  lines: ['line', 'lines'],
  addresses: ['address', 'addresses'],
};

/** The search of the table, the number of its rows, and a button that copies those that match. */
export class TopToolbar {
  readonly element: HTMLElement;
  readonly note = element('span', { class: 'note' });
  readonly searchField: SearchField;

  constructor({ search, focusTable, copyAll }: TopToolbarActions) {
    this.searchField = new SearchField({
      hint: 'A regular expression, such as json|Marshal',
      onSearch: search,
      keys: { Escape: focusTable, Enter: focusTable, ArrowDown: focusTable },
    });
    const copy = button({ appearance: 'secondary', hint: 'Copy all rows as text', onClick: copyAll }, 'Copy all');
    this.element = element('div', { class: 'top-tools' }, copy);
  }

  focus(): void {
    this.searchField.focusToReplace();
  }

  showResult({ count, allCount, granularity, searchError }: TableWindow): void {
    const isSearched = this.searchField.text !== '' && searchError === undefined;
    const [one, several] = NOUNS[granularity];
    const all = `${countText(allCount)} ${allCount === 1 ? one : several}`;
    setText(this.note, all);
    const found = count === 0 ? 'No match' : `${countText(count)} of ${all}`;
    this.searchField.showResult(isSearched ? found : '', searchError);
  }
}
