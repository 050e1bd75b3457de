import { element } from './dom';
import { button } from './toolkit';

/** One sentence with at most one button; hidden while the text is empty. */
export class Notice {
  readonly element: HTMLElement;
  private shownKey = '';

  constructor(className: string, role: 'status' | 'alert') {
    this.element = element('div', { class: className, role, hidden: true });
  }

  show(text: string, action?: { readonly label: string; readonly run: () => void }): void {
    const key = `${text}\n${action?.label ?? ''}`;
    this.element.hidden = text === '';
    if (key === this.shownKey) return;
    this.shownKey = key;
    this.element.replaceChildren(element('span', { class: 'notice-text' }, text));
    if (action) this.element.append(button({ appearance: 'secondary', onClick: action.run }, action.label));
  }

  hide(): void {
    this.show('');
  }
}

/** Delay before the text shows, in milliseconds. */
const DELAY = 300;

/** A text that shows while an answer takes long. */
export class Waiting {
  readonly element: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string) {
    this.element = element('div', { class: 'waiting', role: 'status', hidden: true }, text);
  }

  show(isWaiting: boolean): void {
    if (isWaiting) {
      this.timer ??= setTimeout(() => (this.element.hidden = false), DELAY);
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.element.hidden = true;
  }
}
