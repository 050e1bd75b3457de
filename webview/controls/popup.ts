import { element, focusedElement, stopEvent } from './dom';

export interface MenuItem {
  readonly label: string;
  /** The keyboard shortcut, shown at the right, such as `Enter`. */
  readonly key?: string;
  /** The state of an item that can be switched on and off; unset for other items. */
  readonly checked?: boolean;
  readonly run: () => void;
}

/** A point in CSS pixels from the top left of the window. */
interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * A menu or dialog over the page. Only one is open at a time. It closes on Escape, on Tab (except in
 * `openDialogWithControls`), on a click outside, when a menu item is chosen, and when the window loses the focus.
 */
export class Popup {
  private openElement: HTMLElement | undefined;
  private focusBefore: Element | null = null;
  private onClose: (() => void) | undefined;

  constructor(private readonly container: HTMLElement) {
    document.addEventListener('pointerdown', ({ target }) => {
      if (this.openElement && target instanceof Node && !this.openElement.contains(target)) this.close();
    });
    window.addEventListener('blur', () => this.close());
  }

  get isOpen(): boolean {
    return this.openElement !== undefined;
  }

  /** Shows a menu at a point, moved if necessary to fit into the window, and focuses its first item. */
  openMenu(name: string, position: Position, items: readonly MenuItem[]): void {
    const menu = element('div', { class: 'popup menu', role: 'menu', 'aria-label': name });
    menu.append(...items.map((item) => this.menuItem(item)));
    menu.addEventListener('keydown', (event) => moveFocusInMenu(menu, event));
    this.open(menu, position);
    (menu.firstElementChild as HTMLElement | null)?.focus();
  }

  /** Shows a dialog at a point, moved if necessary to fit into the window, and focuses it. */
  openDialog(name: string, position: Position, content: HTMLElement): void {
    const dialog = element('div', { class: 'popup dialog', role: 'dialog', 'aria-label': name, tabindex: 0 }, content);
    this.open(dialog, position);
    dialog.focus();
  }

  /** Like `openDialog`, for content with controls: the Tab key cycles through them. */
  openDialogWithControls(name: string, position: Position, content: HTMLElement, onClose?: () => void): void {
    const attributes = { class: 'popup with-controls', role: 'dialog', 'aria-label': name, tabindex: -1 };
    const dialog = element('div', attributes, content);
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Tab') trapFocus(dialog, event);
    });
    this.open(dialog, position);
    this.onClose = onClose;
    dialog.focus();
  }

  close(): void {
    const hadFocus = this.openElement?.contains(focusedElement());
    this.openElement?.remove();
    this.openElement = undefined;
    if (hadFocus && this.focusBefore instanceof HTMLElement) this.focusBefore.focus();
    const { onClose } = this;
    this.onClose = undefined;
    onClose?.();
  }

  private open(popup: HTMLElement, position: Position): void {
    this.close();
    this.focusBefore = document.activeElement;
    this.openElement = popup;
    popup.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' && event.key !== 'Tab') return;
      stopEvent(event);
      this.close();
    });
    this.container.append(popup);
    const { width, height } = popup.getBoundingClientRect();
    popup.style.left = `${Math.max(4, Math.min(position.x, innerWidth - width - 4))}px`;
    popup.style.top = `${Math.max(4, Math.min(position.y, innerHeight - height - 4))}px`;
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
function trapFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  const selector = 'button, input, select, vscode-button, vscode-text-field, [tabindex="0"]';
  const controls = [...dialog.querySelectorAll<HTMLElement>(selector)];
  const tabbable = controls.filter((control) => control.tabIndex >= 0 && control.offsetParent !== null);
  const [first, last] = [tabbable[0], tabbable.at(-1)];
  const leavesDialog = document.activeElement === (event.shiftKey ? first : last) || document.activeElement === dialog;
  if (!leavesDialog) return;
  stopEvent(event);
  (event.shiftKey ? last : first)?.focus();
}

function moveFocusInMenu(menu: HTMLElement, event: KeyboardEvent): void {
  const items = [...menu.children] as HTMLElement[];
  const index = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: (index - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  stopEvent(event);
  items[target]?.focus();
}
