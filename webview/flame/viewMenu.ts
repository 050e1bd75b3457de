import type { FlameActions } from './flameActions';
import { setText } from '../controls/dom';
import type { Popup } from '../controls/popup';
import { button } from '../controls/toolkit';
import { STACK_OPTIONS, STACK_OPTION_TEXTS, type StackOption } from './stackOptions';

/** The View button with the menu of stack options. Its text names the options that are on. */
export class ViewMenu {
  readonly element: HTMLElement;
  private enabled: readonly StackOption[] = [];

  constructor(
    private readonly actions: FlameActions,
    private readonly popup: Popup,
  ) {
    this.element = button({ appearance: 'secondary', onClick: () => this.openMenu() });
    this.element.setAttribute('aria-haspopup', 'menu');
    this.show([]);
  }

  show(enabled: readonly StackOption[]): void {
    this.enabled = enabled;
    const ordered = STACK_OPTIONS.filter((option) => enabled.includes(option));
    const briefs = ordered.map((option) => STACK_OPTION_TEXTS[option].brief).join(', ');
    setText(this.element, briefs === '' ? 'View' : `View: ${briefs}`);
  }

  private openMenu(): void {
    const { left, bottom } = this.element.getBoundingClientRect();
    const items = STACK_OPTIONS.map((option) => ({
      label: STACK_OPTION_TEXTS[option].name,
      checked: this.enabled.includes(option),
      run: () => this.actions.toggle(option),
    }));
    this.popup.openMenu('View', { x: left, y: bottom + 2 }, items);
  }
}
