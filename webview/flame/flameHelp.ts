import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const KEYS: HelpRows = [
  ['Click, Enter', 'Zoom into the frame'],
  ['Ctrl+Click, Alt+Click, double click', 'Open the source'],
  ['O, Ctrl+Enter', 'Open the source of the focused frame'],
  ['P', 'Callers above the function and callees below, all calls of it in one frame'],
  ['↑ ↓', 'Caller, heaviest callee; above a function turned around: heaviest caller, what it calls'],
  ['← →', 'Frames beside it'],
  ['Backspace, Home', 'Zoom out, or back from callers and callees; reset the zoom'],
  ['/, Ctrl+F', 'Search'],
  ['N, Shift+N', 'Next match, previous match'],
  ['Escape', 'Clear the search'],
  ['Right click, Shift+F10', 'Menu of the frame'],
  ['?', 'This list'],
];

/** Looks of a frame, by CSS class, and what they mean. */
const LOOKS: readonly (readonly [string, string])[] = [
  ['code', 'One colour for each package'],
  ['standard', 'Standard library'],
  ['runtime', 'Go runtime, and code without a package'],
  ['ancestor', 'Pale: what leads to the frame zoomed to'],
  ['lit', 'Bright: all frames of the function pointed at'],
  ['inlined', 'No edge towards the caller: inlined'],
  ['rest', 'Hatched: frames too small to show, a click zooms into them'],
  ['matched', 'Strong: found by the search'],
  ['grown', 'Orange, +: more than in the baseline, on the whole; the width is what grew and what shrank'],
  ['shrunk', 'Blue, striped, −: less than in the baseline'],
];

/** The keys of the flame graph, and the meaning of its colours. */
export function flameHelp(): HTMLElement {
  const looks = helpList(LOOKS.map(([look, meaning]) => {
    return [element('span', { class: `look ${look}`, 'aria-hidden': 'true' }), meaning] as const;
  }));
  looks.classList.add('looks');
  return element('div', {}, helpList(KEYS), looks);
}
