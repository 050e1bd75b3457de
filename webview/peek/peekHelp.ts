import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const KEYS: HelpRows = [
  ['Click, Enter', 'Go to the caller or callee'],
  ['Ctrl+Click, Ctrl+Enter', 'Open its source'],
  ['Click on the function', 'Open the source'],
  ['↑ ↓, Home, End', 'Go through callers and callees'],
  ['Alt+←, Alt+→', 'Back, forward'],
  ['/, Ctrl+F', 'Choose a function'],
];

/** The keys of the tab, and what its figures mean. */
export function peekHelp(): HTMLElement {
  const figures = 'The figure of a call is what went over it; its share is of the cum of the function between.';
  return element('div', {}, helpList(KEYS), element('p', {}, figures));
}
