import { element } from '../controls/dom';

const KEYS: readonly (readonly [string, string])[] = [
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

/** Looks of a frame by their style, and what they mean. */
const COLOURS: readonly (readonly [string, string])[] = [
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

/** The keys of the flame graph and what its colours mean, as lists. */
export function helpContent(): HTMLElement {
  const list = element('dl', { class: 'help' });
  for (const [keys, meaning] of KEYS) list.append(element('dt', {}, keysHere(keys)), element('dd', {}, meaning));
  const looks = element('dl', { class: 'help looks' });
  for (const [look, meaning] of COLOURS) {
    const sample = element('span', { class: `look ${look}`, 'aria-hidden': 'true' });
    looks.append(element('dt', {}, sample), element('dd', {}, meaning));
  }
  return element('div', {}, list, looks);
}

/** Names of keys as this machine's keyboard has them. */
export function keysHere(keys: string): string {
  const onMac = navigator.userAgent.includes('Mac');
  return onMac ? keys.replaceAll('Ctrl+', '⌘').replaceAll('Alt+', '⌥') : keys;
}
