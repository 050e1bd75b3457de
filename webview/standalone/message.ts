import { element } from '../controls/dom';

/** Milliseconds that a message stays. */
const SHOWN_MS = 4000;

/** A message at the bottom of the window, which disappears by itself. */
export class Message {
  private readonly element = element('p', { class: 'message', role: 'status', hidden: true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.body.append(this.element);
  }

  show(text: string): void {
    clearTimeout(this.timer);
    this.element.textContent = text;
    this.element.hidden = false;
    this.timer = setTimeout(() => (this.element.hidden = true), SHOWN_MS);
  }
}
