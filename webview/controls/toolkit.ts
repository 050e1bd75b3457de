import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { element, setAttributes, svgElement, type Child } from './dom';

/** Registers the controls in use. Only this file imports the UI toolkit. */
export function registerControls(): void {
  const controls = [vsCodeButton(), vsCodeCheckbox(), vsCodeTextField()];
  provideVSCodeDesignSystem().register(...controls);
}

export type Appearance = 'primary' | 'secondary' | 'icon';

export interface ButtonOptions {
  readonly appearance: Appearance;
  /** Accessible name and tooltip. */
  readonly hint?: string;
  readonly onClick: () => void;
}

export function button({ appearance, hint, onClick }: ButtonOptions, ...content: readonly Child[]): HTMLElement {
  const created = control('vscode-button', 'linecost-button');
  setAttributes(created, { appearance, title: hint, 'aria-label': hint });
  created.append(...content);
  created.addEventListener('click', onClick);
  return created;
}

/**
 * A button with its name, of which a narrow page shows only the icon. Not the toolkit's, which takes it for an icon.
 * @param icon see iconElement
 */
export function namedButton(name: string, icon: string, onClick: () => void): HTMLElement {
  const label = element('span', { class: 'button-name' }, name);
  const created = element('button', { class: 'quiet named-button', 'aria-label': name, title: name }, iconElement(icon), label);
  created.addEventListener('click', onClick);
  return created;
}

/** An icon in the color of the text. @param path the lines of a picture of 16 by 16 */
export function iconElement(path: string): SVGElement {
  const size = { viewBox: '0 0 16 16', width: 16, height: 16 };
  return svgElement('svg', { class: 'button-icon', ...size, 'aria-hidden': true }, svgElement('path', { d: path }));
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * A drop-down list after its name, hidden while there are fewer than two choices. Uses the browser's `select`, because
 * the toolkit's list applies new options after the chosen value, and then shows the wrong choice.
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

  show(choices: readonly Choice[], value: string): void {
    this.element.hidden = choices.length < 2;
    if (JSON.stringify(choices) !== JSON.stringify(this.choices)) this.rebuild(choices);
    if (this.list.value !== value) this.list.value = value;
  }

  private rebuild(choices: readonly Choice[]): void {
    this.choices = choices;
    this.list.replaceChildren(...choices.map(({ value, label }) => element('option', { value }, label)));
  }
}

/** A field for one line of text. */
export class TextField {
  readonly element = control('vscode-text-field', 'linecost-text-field') as HTMLElement & { value: string };

  constructor(
    name: string,
    placeholder: string,
    onInput: (value: string) => void,
  ) {
    setAttributes(this.element, { placeholder, spellcheck: 'false' });
    this.element.addEventListener('input', () => onInput(this.element.value));
    // The toolkit sets its own accessible name when the field enters the page; replace it afterwards.
    queueMicrotask(() => this.element.setAttribute('aria-label', name));
  }

  get value(): string {
    return this.element.value;
  }

  set value(text: string) {
    if (this.element.value !== text) this.element.value = text;
  }

  /** Takes the focus and selects the text, so that the next character, or the current key press, replaces it. */
  focusToReplace(): void {
    this.element.focus();
    this.element.shadowRoot?.querySelector('input')?.select();
  }
}

/** A checkbox with its name beside it. */
export class Checkbox {
  readonly element = control('vscode-checkbox', 'linecost-checkbox') as HTMLElement & { checked: boolean };
  private isShowing = false;

  /** @param hint accessible name */
  constructor(text: string, hint: string, onChange: (isOn: boolean) => void) {
    this.element.append(text);
    setAttributes(this.element, { 'aria-label': hint });
    this.element.addEventListener('change', () => this.isShowing || onChange(this.element.checked));
  }

  show(isOn: unknown): void {
    // The toolkit also fires `change` when code changes the state.
    this.isShowing = true;
    this.element.checked = isOn === true;
    this.isShowing = false;
  }
}

function control(tag: string, className: string): HTMLElement {
  return element(tag as 'div', className === '' ? {} : { class: className });
}
