import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const KEYS: HelpRows = [
  ['Click, Enter', 'Go to the caller or callee'],
  ['Ctrl+Click, Ctrl+Enter', 'Open its source'],
  ['Click on the function', 'Open the source'],
  ['↑ ↓, Home, End', 'Move through callers and callees'],
  ['Alt+←, Alt+→', 'Back, forward'],
  ['/, Ctrl+F', 'Choose a function'],
];

/** The keys of Peek, and the meaning of its figures. */
export function peekHelp(): HTMLElement {
  const figures = 'The value of a call is its cost, or its share of the total; the percentage beside it is its share of the function’s cum.';
  return element('div', {}, helpList(KEYS), element('p', {}, figures));
}
