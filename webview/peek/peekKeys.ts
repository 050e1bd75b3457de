import type { SourceWords } from '../hostAbilities';
import { element } from '../controls/dom';
import { helpList, type HelpRows } from '../controls/helpList';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The step in the history that a key takes; undefined for other keys. */
export function historyKey({ key, altKey }: Key): 'back' | 'forward' | undefined {
  if (!altKey) return undefined;
  return ({ ArrowLeft: 'back', ArrowRight: 'forward' } as const)[key];
}

/** The index of the function or call that a key goes to; undefined for other keys. */
export function keyTarget({ key, ctrlKey, metaKey, altKey }: Key, index: number, count: number): number | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const last = count - 1;
  const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(last, target));
}

/** What a key does on the function in the middle, or on a caller or callee; undefined for other keys. */
export function peekKeyAction({ key, ctrlKey, metaKey, altKey }: Key): 'goIn' | 'openSource' | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === 'Enter' ? 'openSource' : undefined;
  return key === 'Enter' ? 'goIn' : key === 'o' ? 'openSource' : undefined;
}

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
