import { element } from './dom';

/** An answer quicker than this shows no sign of waiting. Milliseconds. */
const PATIENCE = 300;

/** Says that an answer takes its time. */
export class Waiting {
  readonly element: HTMLElement;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string) {
    this.element = element('div', { class: 'waiting', role: 'status', hidden: true }, text);
  }

  /** @param isWaiting whether an answer is waited for */
  show(isWaiting: boolean): void {
    if (isWaiting) {
      this.patience ??= setTimeout(() => (this.element.hidden = false), PATIENCE);
      return;
    }
    clearTimeout(this.patience);
    this.patience = undefined;
    this.element.hidden = true;
  }
}
