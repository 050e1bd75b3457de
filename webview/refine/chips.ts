import type { RefineState } from '../../src/pages/protocol/refineState';
import { element, focusedElement } from '../controls/dom';
import { chipsOf, chipText, type RefineChip } from '../../src/profile/text/chipText';

export interface ChipActions {
  /** Opens the field or the picker that changes the chip. */
  edit(chip: RefineChip): void;
  remove(chip: RefineChip): void;
  clearNormalize(): void;
}

interface ChipsState extends Pick<RefineState, 'refinement' | 'unmatched'> {
  /** Whether the comparison is normalized, which has its own chip. */
  readonly isNormalized: boolean;
}

/** The active refinement, with one chip per value. A click on a chip edits the value; its ✕ removes the value. */
export class Chips {
  readonly element = element('ul', { class: 'chips', 'aria-label': 'Active refinement and comparison' });
  private drawnKey = '';

  constructor(private readonly actions: ChipActions) {}

  /** Shows chips. If the focused chip was removed, focuses the next one, or returns false if no chip is left. */
  show({ refinement, unmatched, isNormalized }: ChipsState): boolean {
    const chips = chipsOf(refinement);
    const key = JSON.stringify([chips, unmatched, isNormalized]);
    if (key === this.drawnKey) return true;
    this.drawnKey = key;
    const focusedIndex = [...this.element.children].findIndex((item) => item.contains(focusedElement()));
    this.element.replaceChildren(
      ...(isNormalized ? [this.normalizedChip()] : []),
      ...chips.map((chip) => this.chip(chip, unmatched.includes(chip.field))),
    );
    if (focusedIndex < 0) return true;
    const nextChip = this.element.children[Math.min(focusedIndex, this.element.children.length - 1)];
    nextChip?.querySelector<HTMLElement>('.chip-remove')?.focus();
    return nextChip !== undefined;
  }

  private chip(chip: RefineChip, isUnmatched: boolean): HTMLElement {
    const text = chipText(chip);
    const [name, value] = chip.field === 'labels' ? ['label', chip.value] : [chip.field, chip.value];
    const editButton = element('button', { class: 'chip-text', title: `Change ${text}` });
    editButton.append(element('span', { class: 'chip-field' }, name));
    if (value !== '') editButton.append(' ', element('span', { class: 'chip-value' }, value));
    if (isUnmatched) editButton.append(' ', element('span', { class: 'chip-unmatched' }, 'matches nothing'));
    editButton.addEventListener('click', () => this.actions.edit(chip));
    const remove = removeButton(text, () => this.actions.remove(chip));
    return element('li', { class: isUnmatched ? 'chip unmatched' : 'chip' }, editButton, remove);
  }

  private normalizedChip(): HTMLElement {
    const title = 'The current total is scaled to the baseline’s';
    const text = element('span', { class: 'chip-text', title }, element('span', { class: 'chip-field' }, 'normalized'));
    return element('li', { class: 'chip' }, text, removeButton('normalized', () => this.actions.clearNormalize()));
  }
}

function removeButton(text: string, onClick: () => void): HTMLElement {
  const remove = element('button', { class: 'chip-remove', title: 'Remove', 'aria-label': `Remove ${text}` }, '✕');
  remove.addEventListener('click', onClick);
  return remove;
}
