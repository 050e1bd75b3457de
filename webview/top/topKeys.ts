import type { SourceWords } from '../hostAbilities';
import { element } from '../controls/dom';
import { helpList, type HelpRows } from '../controls/helpList';

/** The action of a key in the table. */
export type TopKeyAction =
  | { readonly kind: 'move'; readonly to: 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last' }
  | { readonly kind: 'unfold' | 'fold' | 'openSource' | 'peek' | 'copyRow' | 'copyAll' | 'menu' | 'clearSearch' }
  /** For any other character: moves the focus to the search field, which receives the character. */
  | { readonly kind: 'type' };

/** The properties of a KeyboardEvent that determine its action. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const PLAIN: Readonly<Record<string, TopKeyAction>> = {
  ArrowUp: { kind: 'move', to: 'up' },
  ArrowDown: { kind: 'move', to: 'down' },
  PageUp: { kind: 'move', to: 'pageUp' },
  PageDown: { kind: 'move', to: 'pageDown' },
  Home: { kind: 'move', to: 'first' },
  End: { kind: 'move', to: 'last' },
  ArrowRight: { kind: 'unfold' },
  ArrowLeft: { kind: 'fold' },
  Enter: { kind: 'unfold' },
  o: { kind: 'openSource' },
  ContextMenu: { kind: 'menu' },
  Escape: { kind: 'clearSearch' },
};

const WITH_CTRL: Readonly<Record<string, TopKeyAction>> = {
  Enter: { kind: 'openSource' },
  Home: { kind: 'move', to: 'first' },
  End: { kind: 'move', to: 'last' },
};

/** Keys that the page or the browser handles. */
const OTHER_KEYS = ['/', '?', ' '];

export function topKeyAction({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): TopKeyAction | undefined {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'c') return { kind: shiftKey ? 'copyAll' : 'copyRow' };
    return WITH_CTRL[key];
  }
  if (altKey) return key === 'Enter' ? { kind: 'peek' } : undefined;
  if (shiftKey && key === 'F10') return { kind: 'menu' };
  if (PLAIN[key]) return PLAIN[key];
  return key.length === 1 && !OTHER_KEYS.includes(key) ? { kind: 'type' } : undefined;
}

const keys = ({ meaning }: SourceWords): HelpRows => [
  ['↑ ↓, Page Up, Page Down, Home, End', 'Move through the rows'],
  ['→, Enter', 'Unfold callers and callees, then go to the first of them'],
  ['←', 'Fold, or go to the parent row'],
  ['Ctrl+Enter, O, double click, Ctrl+Click', meaning],
  ['Alt+Enter', 'Callers & callees of the function'],
  ['Ctrl+C', 'Copy the row'],
  ['Ctrl+Shift+C', 'Copy the whole table'],
  ['/, Ctrl+F, or any other letter', 'Search'],
  ['Escape', 'Clear the search, then the selection'],
  ['Click a column header', 'Sort by the column; click again to change the direction'],
  ['Right click, Shift+F10', 'Open the menu of the row'],
  ['?', 'Show this help'],
];

const COLUMNS: HelpRows = [
  ['flat', 'Cost of the function itself'],
  ['sum %', 'Running total of flat, largest first'],
  ['cum', 'Cost of the function and everything it calls'],
  ['gray figures', 'Figures of too few samples, which are mostly chance; in a comparison, changes within the noise'],
  ['bars', 'Shares of the total: a bar as wide as its column is 100 %, or the largest share if that is more'],
  ['› a share', 'Share of a call in the cum of the unfolded function'],
];

/** The keys of the table, and the meaning of its columns. */
export function topHelp(source: SourceWords): HTMLElement {
  return element('div', {}, helpList(keys(source)), helpList(COLUMNS));
}
