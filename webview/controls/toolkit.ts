import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { element, setAttributes, type Child } from './dom';

/** The only file that knows the UI toolkit: it registers the few controls used and builds them. */
export function registerControls(): void {
  const controls = [vsCodeButton(), vsCodeCheckbox(), vsCodeTextField()];
  provideVSCodeDesignSystem().register(...controls);
}

export type Appearance = 'primary' | 'secondary' | 'icon';

export interface ButtonParts {
  readonly appearance: Appearance;
  /** Read out in place of the content, and shown as its title. */
  readonly hint?: string;
  readonly onClick: () => void;
}

export function button({ appearance, hint, onClick }: ButtonParts, ...content: readonly Child[]): HTMLElement {
  const made = control('vscode-button', 'linecost-button');
  setAttributes(made, { appearance, title: hint, 'aria-label': hint });
  made.append(...content);
  made.addEventListener('click', onClick);
  return made;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * A drop-down list with its name in front; it is not shown while there is nothing to choose between. The browser's own:
 * the toolkit's takes new options over some time after it is told of their choice, and shows another one then.
 */
export class Dropdown {
  readonly element: HTMLElement;
  private readonly list = element('select', { class: 'linecost-dropdown' });
  private choices: readonly Choice[] = [];

  constructor(name: string, onChoose: (value: string) => void) {
    setAttributes(this.list, { 'aria-label': name, title: name });
    this.list.addEventListener('change', () => onChoose(this.list.value));
    const caption = element('span', { class: 'caption', 'aria-hidden': 'true' }, name);
    this.element = element('div', { class: 'choice' }, caption, this.list);
  }

  show(choices: readonly Choice[], chosen: string): void {
    this.element.hidden = choices.length < 2;
    if (JSON.stringify(choices) !== JSON.stringify(this.choices)) this.rebuild(choices);
    if (this.list.value !== chosen) this.list.value = chosen;
  }

  private rebuild(choices: readonly Choice[]): void {
    this.choices = choices;
    this.list.replaceChildren(...choices.map(({ value, label }) => element('option', { value }, label)));
  }
}

/** A line of text to type into. */
export class TextField {
  readonly element = control('vscode-text-field', 'linecost-text-field') as HTMLElement & { value: string };

  constructor(
    name: string,
    placeholder: string,
    onInput: (value: string) => void,
  ) {
    setAttributes(this.element, { placeholder, spellcheck: 'false' });
    this.element.addEventListener('input', () => onInput(this.element.value));
    // The toolkit names the field itself when that comes into the page: ours has to come after.
    queueMicrotask(() => this.element.setAttribute('aria-label', name));
  }

  get value(): string {
    return this.element.value;
  }

  set value(text: string) {
    if (this.element.value !== text) this.element.value = text;
  }

  /** Lets what is typed next, also by the key that is down now, take the place of what stands there. */
  focusToReplace(): void {
    this.element.focus();
    this.element.shadowRoot?.querySelector('input')?.select();
  }
}

/** A box to tick with its name beside it. */
export class Checkbox {
  readonly element = control('vscode-checkbox', 'linecost-checkbox') as HTMLElement & { checked: boolean };
  private isShowing = false;

  /** @param hint read out in place of the text */
  constructor(text: string, hint: string, onChange: (isOn: boolean) => void) {
    this.element.append(text);
    setAttributes(this.element, { 'aria-label': hint });
    this.element.addEventListener('change', () => this.isShowing || onChange(this.element.checked));
  }

  show(isOn: unknown): void {
    // The toolkit's box tells of every change, whoever made it.
    this.isShowing = true;
    this.element.checked = isOn === true;
    this.isShowing = false;
  }
}

function control(tag: string, className: string): HTMLElement {
  return element(tag as 'div', className === '' ? {} : { class: className });
}
