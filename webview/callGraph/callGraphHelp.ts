import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const KEYS: HelpRows = [
  ['Click, Space', 'Select the function, highlight its callers and callees'],
  ['Enter', 'Select the function and zoom in on it'],
  ['Double click, Ctrl+Click, Ctrl+Enter, O', 'Open the source'],
  ['↑ ↓', 'Go to the heaviest caller, to the heaviest callee'],
  ['← →', 'Go to a function with the same caller or callee'],
  ['Drag, Shift+Wheel', 'Move the graph'],
  ['Wheel, + −', 'Zoom'],
  ['0', 'Show everything'],
  ['/, Ctrl+F', 'Search; Enter goes to the next match'],
  ['Ctrl+C', 'Copy the name'],
  ['Escape', 'Clear the selection'],
  ['Right click, Shift+F10', 'Open the menu of the function'],
  ['?', 'Show this help'],
];

const LOOKS: HelpRows = [
  ['Size of the text', 'The function’s own cost (flat)'],
  ['Color of a box', 'Cost with all callees (cum): red is high, gray is low'],
  ['Color in a comparison', 'Orange is growth, blue is a decrease, gray is noise or moved: ~, ↔'],
  ['Gray box with a gray name (dashed in high contrast)', 'Too few samples: mostly chance'],
  ['Width of an arrow', 'Cost of the call'],
  ['Dotted arrow', 'Calls through functions that are not shown'],
  ['(inline)', 'The callee is inlined into the caller'],
];

/** The keys of the call graph, and the meaning of its sizes and colors. */
export function callGraphHelp(): HTMLElement {
  return element('div', {}, helpList(KEYS), helpList(LOOKS));
}
