import type { Refinement, RefineState, SavedRefinement } from '../../src/pages/protocol/refineState';
import { element, stopEvent } from '../controls/dom';
import { button, TextField } from '../controls/toolkit';
import { refinementText } from '../../src/profile/text/chipText';

export interface SavedActions {
  apply(refinement: Refinement): void;
  /** Replaces all saved refinements. */
  store(saved: readonly SavedRefinement[]): void;
}

/** The saved refinements, with buttons to apply, rename and delete them, and a field to save the current one. */
export class SavedList {
  readonly element = element('div', { class: 'saved-list' });
  private readonly rows = element('ul', { class: 'saved-rows' });
  private readonly nameField: TextField;
  private saved: readonly SavedRefinement[];

  constructor(
    private readonly state: RefineState,
    private readonly actions: SavedActions,
  ) {
    this.saved = state.saved;
    this.nameField = new TextField('Name for this refinement', 'Save this refinement as…', () => undefined);
    this.nameField.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      stopEvent(event);
      this.save();
    });
    const saveButton = button({ appearance: 'secondary', onClick: () => this.save() }, 'Save');
    const line = element('div', { class: 'saved-new' }, this.nameField.element, saveButton);
    line.hidden = Object.keys(state.refinement).length === 0;
    this.element.append(this.rows, line);
    this.draw();
  }

  focusFirst(): void {
    const first = this.rows.querySelector<HTMLElement>('.saved-apply');
    (first ?? this.nameField.element).focus();
  }

  private draw(): void {
    const emptyRow = element('li', { class: 'saved-none' }, 'Nothing is saved yet.');
    this.rows.replaceChildren(...(this.saved.length === 0 ? [emptyRow] : this.saved.map((entry) => this.row(entry))));
  }

  private row(saved: SavedRefinement): HTMLElement {
    const { name, refinement } = saved;
    const summary = refinementText(refinement);
    const applyButton = element('button', { class: 'saved-apply', title: summary });
    applyButton.append(element('span', { class: 'saved-name' }, name), element('span', { class: 'saved-summary' }, summary));
    applyButton.addEventListener('click', () => this.actions.apply(refinement));
    const row = element('li', { class: 'saved-row' }, applyButton);
    row.append(
      button({ appearance: 'icon', hint: `Rename ${name}`, onClick: () => this.rename(saved, row) }, '✎'),
      button({ appearance: 'icon', hint: `Delete ${name}`, onClick: () => this.replaceSaved(this.allExcept(name)) }, '✕'),
    );
    return row;
  }

  private save(): void {
    const name = this.nameField.value.trim();
    if (name === '') return this.nameField.element.focus();
    this.nameField.value = '';
    this.replaceSaved([...this.allExcept(name), { name, refinement: this.state.refinement }]);
  }

  /** Replaces the row by a field for the new name. */
  private rename(saved: SavedRefinement, row: HTMLElement): void {
    const field = new TextField(`New name of ${saved.name}`, '', () => undefined);
    field.value = saved.name;
    const finish = (name: string) => {
      const others = this.allExcept(name);
      this.replaceSaved(others.map((entry) => (entry.name === saved.name ? { ...entry, name } : entry)));
    };
    field.element.addEventListener('keydown', (event) => {
      const name = field.value.trim();
      if (event.key === 'Enter' && name !== '' && name !== saved.name) finish(name);
      else if (event.key === 'Escape' || event.key === 'Enter') this.draw();
      else return;
      stopEvent(event);
      this.focusFirst();
    });
    row.replaceChildren(field.element);
    field.element.focus();
  }

  private allExcept(name: string): readonly SavedRefinement[] {
    return this.saved.filter((entry) => entry.name !== name);
  }

  private replaceSaved(saved: readonly SavedRefinement[]): void {
    this.saved = [...saved].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.actions.store(this.saved);
    this.draw();
    this.focusFirst();
  }
}
