import type { SourceWords } from '../hostAbilities';
import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const keys = ({ meaning }: SourceWords): HelpRows => [
  ['↑ ↓, Page Up, Page Down, Home, End', 'Move through the rows'],
  ['→, Enter', 'Unfold callers and callees, then go to the first of them'],
  ['←', 'Fold, or go to the parent row'],
  ['Ctrl+Enter, O, double click, Ctrl+Click', meaning],
  ['Alt+Enter', 'Show callers and callees in Peek'],
  ['Ctrl+C', 'Copy the row'],
  ['Ctrl+Shift+C', 'Copy the whole table'],
  ['/, Ctrl+F, or any other letter', 'Search'],
  ['Escape', 'Clear the search'],
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
