import type { SourceWords } from '../hostAbilities';
import { element, setAttributes, setText } from '../controls/dom';
import { button } from '../controls/toolkit';
import { shortPath } from '../text/drawnNames';
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

  constructor({ label }: SourceWords, actions: DetailActions) {
    this.buttons = [
      button({ appearance: 'secondary', onClick: () => actions.peek() }, 'Peek'),
      button({ appearance: 'secondary', onClick: () => actions.openSource() }, label),
    ];
    const heading = element('div', { class: 'detail-what' }, this.name, this.source);
    const buttonBar = element('div', { class: 'detail-actions' }, ...this.buttons);
    this.element.append(element('div', { class: 'detail-card' }, heading, buttonBar));
  }

  show(row: Row | undefined): void {
    const nodeRow = row && 'file' in row ? row : undefined;
    const lineSuffix = nodeRow && nodeRow.line > 0 ? `:${nodeRow.line}` : '';
    setText(this.name, nodeRow?.name ?? 'Top');
    const placeholder = nodeRow ? 'no source known' : 'Choose a function to see its callers and callees.';
    setText(this.source, nodeRow && nodeRow.file !== '' ? `${shortPath(nodeRow.file)}${lineSuffix}` : placeholder);
    this.source.title = nodeRow ? `${nodeRow.file}${lineSuffix}` : '';
    const [peekButton, openButton] = this.buttons;
    setAttributes(peekButton, { 'aria-disabled': String(!nodeRow) });
    setAttributes(openButton, { 'aria-disabled': String(!nodeRow || nodeRow.file === '') });
  }
}
