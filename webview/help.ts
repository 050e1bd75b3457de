import { element } from './dom';

const KEYS: readonly (readonly [string, string])[] = [
  ['Click, Enter', 'Zoom into the frame'],
  ['Ctrl+Click, Alt+Click, double click', 'Open the source'],
  ['O, Ctrl+Enter', 'Open the source of the focused frame'],
  ['↑ ↓', 'Caller, heaviest callee'],
  ['← →', 'Frames beside it'],
  ['Backspace, Home', 'Zoom out, reset the zoom'],
  ['/, Ctrl+F', 'Search'],
  ['N, Shift+N', 'Next match, previous match'],
  ['Escape', 'Clear the search'],
  ['Right click, Shift+F10', 'Menu of the frame'],
];

/** The keys of the flame graph, as a list. */
export function helpContent(): HTMLElement {
  const list = element('dl', { class: 'help' });
  for (const [keys, meaning] of KEYS) list.append(element('dt', {}, keysHere(keys)), element('dd', {}, meaning));
  return list;
}

/** Names of keys as this machine's keyboard has them. */
export function keysHere(keys: string): string {
  const onMac = navigator.userAgent.includes('Mac');
  return onMac ? keys.replaceAll('Ctrl+', '⌘').replaceAll('Alt+', '⌥') : keys;
}
