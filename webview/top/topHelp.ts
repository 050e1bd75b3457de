import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const KEYS: HelpRows = [
  ['↑ ↓, Page Up, Page Down, Home, End', 'Go through the rows'],
  ['→', 'Unfold callers and callees, and theirs'],
  ['←', 'Fold, or go to the row above'],
  ['Enter, double click, Ctrl+Click', 'Open the source'],
  ['Alt+Enter', 'Peek at callers and callees'],
  ['Ctrl+C', 'Copy the row'],
  ['Ctrl+Shift+C', 'Copy the whole table'],
  ['/, Ctrl+F, or any letter', 'Search'],
  ['Escape', 'Clear the search'],
  ['Click on a head', 'Sort by the column, once more: the other way'],
  ['Right click, Shift+F10', 'Menu of the row'],
];

const COLUMNS: HelpRows = [
  ['flat', 'Spent in the function itself'],
  ['sum %', 'Flat of this row and of all with more of it'],
  ['cum', 'Spent in the function and in all that it calls'],
  ['› a share', 'Of a call: its part of the cum of the function that was unfolded'],
];

/** The keys of the table, and the meaning of its columns. */
export function topHelp(): HTMLElement {
  return element('div', {}, helpList(KEYS), helpList(COLUMNS));
}
