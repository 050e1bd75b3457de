import type { TableWindow } from '../../src/profile/answers/table';
import { withThousands } from '../../src/profile/text/counts';
import { button } from '../controls/toolkit';
import { SearchField } from '../controls/searchField';

export interface ToolActions {
  search(text: string): void;
  /** Moves the focus into the table. */
  leave(): void;
  copyAll(): void;
}

/** The search of the table, the number of matching rows, and a button that copies these rows. */
export class TopTools {
  readonly element: HTMLElement;
  readonly error: HTMLElement;
  private readonly field: SearchField;

  constructor({ search, leave, copyAll }: ToolActions) {
    this.field = new SearchField({
      name: 'Search the table',
      placeholder: 'Search (regular expression)',
      onSearch: search,
      keys: { Escape: leave, Enter: leave, ArrowDown: leave },
    });
    this.error = this.field.error;
    this.element = this.field.element;
    this.element.classList.add('top-tab-search');
    this.element.append(button({ appearance: 'secondary', hint: 'Copy all rows as text', onClick: copyAll }, 'Copy all'));
  }

  focus(): void {
    this.field.focusToReplace();
  }

  showText(text: string): void {
    this.field.showText(text);
  }

  showResult({ count, allCount, searchError }: TableWindow): void {
    const isSearched = this.field.text !== '' && searchError === undefined;
    const all = `${withThousands(allCount)} ${allCount === 1 ? 'row' : 'rows'}`;
    this.field.showResult(isSearched ? (count === 0 ? 'No match' : `${withThousands(count)} of ${all}`) : all, searchError);
  }
}
