import { element } from '../controls/dom';

export interface StatusAction {
  readonly label: string;
  run(): void;
}

/** Milliseconds before a wait is shown. */
const DELAY = 300;

/** What the page waits for, or why it shows no chart, with what can be done. */
export class StatusLine {
  readonly element = element('div', { class: 'status', role: 'status' });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawn = '';

  show(text: string, actions: readonly StatusAction[] = [], isFailure = false): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const key = JSON.stringify([text, actions, isFailure]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.classList.toggle('is-failure', isFailure);
    this.element.replaceChildren(...(text === '' ? [] : [element('span', {}, text)]), ...actions.map(({ label, run }) => {
      const button = element('button', { class: 'link' }, label);
      button.addEventListener('click', run);
      return button;
    }));
  }

  /** Shows a text if it is still waited for after a while. */
  wait(text: string): void {
    if (this.drawn === '' || this.drawn === JSON.stringify(['', [], false])) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.show(text), DELAY);
    } else {
      this.show(text);
    }
  }
}
