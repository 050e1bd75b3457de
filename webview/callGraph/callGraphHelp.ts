import { element } from '../controls/dom';
import { keysHere } from '../flame/flameHelp';

const KEYS: readonly (readonly [string, string])[] = [
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

const LOOKS: readonly (readonly [string, string])[] = [
  ['Size of the text', 'The function’s own cost (flat)'],
  ['Colour of a box', 'Cost with all it calls (cum): red is much, grey little, green less than before'],
  ['Width of an arrow', 'What goes over the call'],
  ['Dotted arrow', 'Calls through functions that are not shown'],
  ['(inline)', 'The compiler put the callee into the caller'],
];

/** The keys of the call graph and what it shows by its looks, as lists. */
export function callGraphHelp(): HTMLElement {
  const list = (rows: readonly (readonly [string, string])[]) =>
    element('dl', { class: 'help' }, ...rows.flatMap(([what, meaning]) => [
      element('dt', {}, keysHere(what)),
      element('dd', {}, meaning),
    ]));
  return element('div', {}, list(KEYS), list(LOOKS));
}
