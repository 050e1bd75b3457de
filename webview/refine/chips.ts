import { chipsOf, chipText, type RefineChip } from '../../src/profile/text/refineWords';
import type { RefineState } from '../../src/protocol/refineState';
import { element, focusedElement } from '../controls/dom';

export interface ChipActions {
  /** Leads to where the chip can be changed. */
  edit(chip: RefineChip): void;
  remove(chip: RefineChip): void;
  takeNormalizeAway(): void;
}

interface Shown extends Pick<RefineState, 'refinement' | 'unmatched'> {
  /** Whether the comparison is: it has a chip beside those of the refinement. */
  readonly isNormalized: boolean;
}

/** What is asked for, part by part: a click changes one, its cross takes it away. */
export class Chips {
  readonly element = element('ul', { class: 'chips', 'aria-label': 'Active refinement and comparison' });
  private drawn = '';

  constructor(private readonly actions: ChipActions) {}

  /** Where a chip that had the focus is gone, the next one has it. Gives false where none is left to have it. */
  show({ refinement, unmatched, isNormalized }: Shown): boolean {
    const chips = chipsOf(refinement);
    const next = JSON.stringify([chips, unmatched, isNormalized]);
    if (next === this.drawn) return true;
    this.drawn = next;
    const focused = [...this.element.children].findIndex((item) => item.contains(focusedElement()));
    this.element.replaceChildren(
      ...(isNormalized ? [this.normalized()] : []),
      ...chips.map((chip) => this.chip(chip, unmatched.includes(chip.field))),
    );
    if (focused < 0) return true;
    const heir = this.element.children[Math.min(focused, this.element.children.length - 1)];
    heir?.querySelector<HTMLElement>('.chip-remove')?.focus();
    return heir !== undefined;
  }

  private chip(chip: RefineChip, isUnmatched: boolean): HTMLElement {
    const text = chipText(chip);
    const [name, value] = chip.field === 'labels' ? ['label', chip.value] : [chip.field, chip.value];
    const change = element('button', { class: 'chip-text', title: `Change ${text}` });
    change.append(element('span', { class: 'chip-field' }, name));
    if (value !== '') change.append(' ', element('span', { class: 'chip-value' }, value));
    if (isUnmatched) change.append(' ', element('span', { class: 'chip-unmatched' }, 'matches nothing'));
    change.addEventListener('click', () => this.actions.edit(chip));
    const remove = removeButton(text, () => this.actions.remove(chip));
    return element('li', { class: isUnmatched ? 'chip unmatched' : 'chip' }, change, remove);
  }

  private normalized(): HTMLElement {
    const title = 'What is now is scaled to the total of what was before';
    const text = element('span', { class: 'chip-text', title }, element('span', { class: 'chip-field' }, 'normalized'));
    return element('li', { class: 'chip' }, text, removeButton('normalized', () => this.actions.takeNormalizeAway()));
  }
}

function removeButton(text: string, onClick: () => void): HTMLElement {
  const remove = element('button', { class: 'chip-remove', title: 'Remove', 'aria-label': `Remove ${text}` }, '✕');
  remove.addEventListener('click', onClick);
  return remove;
}
