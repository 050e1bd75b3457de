import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const KEYS: HelpRows = [
  ['Click, Space', 'Select the function, and light its callers and callees'],
  ['Double click, Ctrl+Click, Enter, O', 'Open the source'],
  ['↑ ↓', 'Heaviest caller, heaviest callee'],
  ['← →', 'Functions with the same callers or callees'],
  ['Drag, Shift+Wheel', 'Move the graph'],
  ['Wheel, + −', 'Zoom'],
  ['0', 'Show everything'],
  ['/, Ctrl+F', 'Search; Enter goes to the next match'],
  ['Ctrl+C', 'Copy the name'],
  ['Escape', 'Select nothing'],
  ['Right click, Shift+F10', 'Menu of the function'],
  ['?', 'This list'],
];

const LOOKS: HelpRows = [
  ['Size of the text', 'The function’s own cost (flat)'],
  ['Colour of a box', 'Cost with all it calls (cum): red is much, grey little, green less than before'],
  ['Width of an arrow', 'What goes over the call'],
  ['Dotted arrow', 'Calls through functions that are not shown'],
  ['(inline)', 'The compiler put the callee into the caller'],
];

/** The keys of the call graph, and the meaning of its looks. */
export function callGraphHelp(): HTMLElement {
  return element('div', {}, helpList(KEYS), helpList(LOOKS));
}
