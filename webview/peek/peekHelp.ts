import type { SourceWords } from '../hostAbilities';
import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const keys = ({ meaning }: SourceWords): HelpRows => [
  ['Click, Enter', 'Go to the caller or callee'],
  ['Enter on the function', 'Go to its heaviest callee'],
  ['Ctrl+Enter, O, double click, Ctrl+Click', meaning],
  ['Click on the function', meaning],
  ['↑ ↓, Home, End', 'Move through callers and callees'],
  ['Alt+←, Alt+→', 'Back, forward'],
  ['/, Ctrl+F', 'Choose a function'],
  ['?', 'Show this help'],
];

/** The keys of Peek, and the meaning of its figures. */
export function peekHelp(source: SourceWords): HTMLElement {
  const figures = 'The value of a call is its cost, or its share of the total; the percentage beside it is its share of the function’s cum. Gray figures rest on too few samples, or are changes within the noise; such changes have the sign ~.';
  return element('div', {}, helpList(keys(source)), element('p', {}, figures));
}
