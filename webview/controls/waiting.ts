import { element } from './dom';

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
