import { claim, element, focusedElement } from './dom';

export interface MenuItem {
  readonly label: string;
  /** The keyboard shortcut, shown at the right, such as `Enter`. */
  readonly key?: string;
  /** The state of an item that can be switched on and off; unset for other items. */
  readonly checked?: boolean;
  readonly run: () => void;
}

/**
 * A menu or dialog over the page. Only one is open at a time. It closes on Escape, on Tab (except in
 * `openDialogWithControls`), on a click outside, when a menu item is chosen, and when the window loses the focus.
 */
export class Popup {
  private shown: HTMLElement | undefined;
  private returnTo: Element | null = null;

  constructor(private readonly host: HTMLElement) {
    document.addEventListener('pointerdown', ({ target }) => {
      if (this.shown && target instanceof Node && !this.shown.contains(target)) this.close();
    });
    window.addEventListener('blur', () => this.close());
  }

  get isOpen(): boolean {
    return this.shown !== undefined;
  }

  /** Shows a menu at a point, moved if necessary to fit into the window, and focuses its first item. */
  openMenu(name: string, at: { readonly x: number; readonly y: number }, items: readonly MenuItem[]): void {
    const menu = element('div', { class: 'popup menu', role: 'menu', 'aria-label': name });
    menu.append(...items.map((item) => this.menuItem(item)));
    menu.addEventListener('keydown', (event) => moveInMenu(menu, event));
    this.open(menu, at);
    (menu.firstElementChild as HTMLElement | null)?.focus();
  }

  /** Shows a dialog at a point, moved if necessary to fit into the window, and focuses it. */
  openDialog(name: string, at: { readonly x: number; readonly y: number }, content: HTMLElement): void {
    const dialog = element('div', { class: 'popup dialog', role: 'dialog', 'aria-label': name, tabindex: -1 }, content);
    this.open(dialog, at);
    dialog.focus();
  }

  /** Like `openDialog`, for content with controls: the Tab key cycles through them. */
  openDialogWithControls(name: string, at: { readonly x: number; readonly y: number }, content: HTMLElement): void {
    const attributes = { class: 'popup with-controls', role: 'dialog', 'aria-label': name, tabindex: -1 };
    const dialog = element('div', attributes, content);
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Tab') tabWithin(dialog, event);
    });
    this.open(dialog, at);
    dialog.focus();
  }

  close(): void {
    const hadFocus = this.shown?.contains(focusedElement());
    this.shown?.remove();
    this.shown = undefined;
    if (hadFocus && this.returnTo instanceof HTMLElement) this.returnTo.focus();
  }

  private open(popup: HTMLElement, at: { readonly x: number; readonly y: number }): void {
    this.close();
    this.returnTo = document.activeElement;
    this.shown = popup;
    popup.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' && event.key !== 'Tab') return;
      claim(event);
      this.close();
    });
    this.host.append(popup);
    const { width, height } = popup.getBoundingClientRect();
    popup.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`;
    popup.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`;
  }

  private menuItem({ label, key, checked, run }: MenuItem): HTMLElement {
    const role = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': String(checked) };
    const item = element('button', { ...role, class: 'menu-item', tabindex: -1 });
    if (checked !== undefined) item.append(element('span', { class: 'menu-check', 'aria-hidden': 'true' }, checked ? '✓' : ''));
    item.append(element('span', { class: 'menu-label' }, label));
    if (key) item.append(element('span', { class: 'menu-key' }, key));
    item.addEventListener('pointerenter', () => item.focus());
    item.addEventListener('click', () => {
      this.close();
      run();
    });
    return item;
  }
}

/**
 * Moves the focus from the last control to the first on Tab, and from the first to the last on Shift+Tab. The browser
 * moves it between the other controls. Stops the event, so that the popup stays open.
 */
function tabWithin(dialog: HTMLElement, event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  const selector = 'button, vscode-button, vscode-text-field, [tabindex="0"]';
  const controls = [...dialog.querySelectorAll<HTMLElement>(selector)];
  const stops = controls.filter((control) => control.tabIndex >= 0 && control.offsetParent !== null);
  const [first, last] = [stops[0], stops.at(-1)];
  const leavesDialog = document.activeElement === (event.shiftKey ? first : last) || document.activeElement === dialog;
  if (!leavesDialog) return;
  claim(event);
  (event.shiftKey ? last : first)?.focus();
}

function moveInMenu(menu: HTMLElement, event: KeyboardEvent): void {
  const items = [...menu.children] as HTMLElement[];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (here - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  claim(event);
  items[target]?.focus();
}
