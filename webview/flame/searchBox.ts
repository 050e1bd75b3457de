import { percentage } from '../../src/profile/text/measurement';
import type { FlameWindow } from '../../src/profile/answers/flame';
import { withThousands } from '../../src/profile/text/thousands';
import type { Actions } from './actions';
import { claim, element, setText } from '../controls/dom';
import { button, TextField } from '../controls/toolkit';

/** The search with the share that matches it. Enter goes to the matches, Escape clears. */
export class SearchBox {
  readonly element = element('div', { class: 'search', role: 'search' });
  private readonly field: TextField;
  private readonly result = element('span', { class: 'search-result', role: 'status' });
  /** What is wrong with the pattern, to stand where there is room for it. */
  readonly error = element('div', { class: 'search-error', role: 'alert', hidden: true });
  private readonly clear: HTMLElement;

  constructor(
    private readonly actions: Actions,
    onEnter: () => void,
  ) {
    this.field = new TextField('Search functions', 'Search (regular expression)', (text) => this.typed(text));
    this.clear = button({ appearance: 'icon', hint: 'Clear the search', onClick: () => this.clearSearch() }, '✕');
    this.field.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') onEnter();
      else if (event.key === 'Escape' && this.field.value !== '') this.clearSearch();
      else return;
      claim(event);
    });
    this.element.append(this.result, this.field.element, this.clear);
    this.showText('');
  }

  focus(): void {
    this.field.element.focus();
  }

  showText(text: string): void {
    this.field.value = text;
    this.clear.hidden = text === '';
    if (text === '') this.showResult('');
  }

  /** Shows what a window found for the search that it was asked with. */
  showMatches(window: FlameWindow, search: string): void {
    if (search === '') return this.showResult('');
    if (window.searchError !== undefined) return this.showResult('', window.searchError);
    const { matchedFrames, matchedValue, total } = window;
    const frames = `${withThousands(matchedFrames)} ${matchedFrames === 1 ? 'frame' : 'frames'}`;
    this.showResult(matchedFrames === 0 ? 'No match' : `${percentage(matchedValue, total)} · ${frames}`);
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

  private showResult(text: string, error = ''): void {
    setText(this.result, text);
    setText(this.error, error);
    this.error.hidden = error === '';
  }
}
