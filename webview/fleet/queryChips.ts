import { element, focusedElement, stopEvent } from '../controls/dom';

export interface QueryChip {
  /** Identifies the part of the query: `service`, `filter:0`. */
  readonly key: string;
  readonly field: string;
  readonly value: string;
  /** Whether Delete removes it. */
  readonly canRemove: boolean;
  /** What is wrong with it. */
  readonly note?: string | undefined;
}

export interface QueryChipActions {
  /** @param anchor the chip, to place an editor below */
  edit(key: string, anchor: HTMLElement): void;
  remove(key: string): void;
}

/** The key of the button that adds a filter, which is beside the filters. */
export const ADD_FILTER = 'add';

/**
 * The parts of the query as chips. Enter or a click edits one, Delete removes it, arrow keys move between them.
 */
export class QueryChips {
  readonly element = element('ul', { class: 'query-chips', 'aria-label': 'Query' });
  private drawn = '';

  constructor(private readonly actions: QueryChipActions) {
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  /** @param addFilterAfter the key of the chip after which the button stands that adds a filter */
  show(chips: readonly QueryChip[], addFilterAfter: string): void {
    const key = JSON.stringify([chips, addFilterAfter]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = (focusedElement()?.closest('li') as HTMLElement | null)?.dataset.key;
    const hadFocus = this.element.contains(focusedElement());
    this.element.replaceChildren(...chips.flatMap((chip) => {
      return chip.key === addFilterAfter ? [this.chip(chip), this.addButton()] : [this.chip(chip)];
    }));
    if (hadFocus && focused !== undefined) this.focus(focused);
  }

  /** Focuses a chip; if it was removed, the one that adds a filter. */
  focus(key: string): void {
    (this.find(key) ?? this.find(ADD_FILTER))?.focus();
  }

  find(key: string): HTMLElement | undefined {
    return this.buttons().find((button) => button.parentElement?.dataset.key === key);
  }

  private buttons(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.chip-text')];
  }

  private chip({ key, field, value, canRemove, note }: QueryChip): HTMLElement {
    const hint = `Change ${field}${canRemove ? ' (Delete removes it)' : ''}`;
    const text = element('button', { class: 'chip-text', title: hint, 'aria-haspopup': 'dialog' },
      element('span', { class: 'chip-field' }, field), ' ', element('span', { class: 'chip-value' }, shown(value)));
    if (note !== undefined) text.append(' ', element('span', { class: 'chip-note' }, note));
    text.addEventListener('click', () => this.actions.edit(key, text));
    const item = element('li', { class: `chip${note === undefined ? '' : ' unmatched'}`, 'data-key': key }, text);
    if (!canRemove) return item;
    const remove = element('button', { class: 'chip-remove', title: 'Remove', 'aria-label': `Remove ${field} ${shown(value)}` }, '✕');
    remove.addEventListener('click', () => this.actions.remove(key));
    item.append(remove);
    return item;
  }

  private addButton(): HTMLElement {
    const add = element('button', { class: 'chip-text', 'aria-haspopup': 'dialog' }, '+ Filter');
    add.addEventListener('click', () => this.actions.edit(ADD_FILTER, add));
    return element('li', { class: 'chip adds', 'data-key': ADD_FILTER }, add);
  }

  private onKeydown(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('li[data-key]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = this.buttons();
    const at = buttons.findIndex((button) => item.contains(button));
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next !== undefined) {
      stopEvent(event);
      return buttons[Math.min(buttons.length - 1, Math.max(0, next))].focus();
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && item.querySelector('.chip-remove')) {
      stopEvent(event);
      this.actions.remove(item.dataset.key!);
    }
  }
}

/** Of a text, as it is drawn, in characters. */
const DRAWN_TEXT = 200;

function shown(text: string): string {
  return text.length > DRAWN_TEXT ? `${text.slice(0, DRAWN_TEXT)}…` : text;
}
