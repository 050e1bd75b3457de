import { element, setAttributes, setText } from '../controls/dom';
import { button } from '../controls/toolkit';
import { shortPath } from '../text/shortNames';
import type { Row } from './topRows';

export interface DetailActions {
  openSource(): void;
  peek(): void;
}

/** The details of the focused row, below the table: full name, source and buttons. */
export class TopDetails {
  readonly element = element('footer', { class: 'details' });
  private readonly name = element('div', { class: 'detail-name' });
  private readonly source = element('div', { class: 'detail-source' });
  private readonly buttons: readonly HTMLElement[];

  constructor(actions: DetailActions) {
    this.buttons = [
      button({ appearance: 'secondary', onClick: () => actions.peek() }, 'Peek'),
      button({ appearance: 'secondary', onClick: () => actions.openSource() }, 'Open source'),
    ];
    const what = element('div', { class: 'detail-what' }, this.name, this.source);
    const acts = element('div', { class: 'detail-actions' }, ...this.buttons);
    this.element.append(element('div', { class: 'detail-card' }, what, acts));
  }

  show(row: Row | undefined): void {
    const named = row && 'file' in row ? row : undefined;
    const at = named && named.line > 0 ? `:${named.line}` : '';
    setText(this.name, named?.name ?? 'Top');
    const nothing = named ? 'no source known' : 'Choose a function to see its callers and callees.';
    setText(this.source, named && named.file !== '' ? `${shortPath(named.file)}${at}` : nothing);
    this.source.title = named ? `${named.file}${at}` : '';
    const [peek, open] = this.buttons;
    setAttributes(peek, { 'aria-disabled': String(!named) });
    setAttributes(open, { 'aria-disabled': String(!named || named.file === '') });
  }
}
