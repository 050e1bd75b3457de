import type { SourceWords } from '../hostAbilities';
import { element } from '../controls/dom';
import { type HelpRows, helpList } from '../controls/helpList';

const keys = ({ meaning }: SourceWords): HelpRows => [
  ['Click, Enter', 'Zoom into the frame'],
  ['Ctrl+Click, Alt+Click, double click', meaning],
  ['O, Ctrl+Enter', `${meaning} of the focused frame`],
  ['P', 'Show all callers of the function above it and all callees below'],
  ['↑ ↓', 'Go to the caller, to the callee; to the heaviest one if there are several'],
  ['← →', 'Go to the frame on the left, on the right'],
  ['Backspace', 'Zoom out, or go back from callers and callees to the previous view'],
  ['Home', 'Reset the zoom'],
  ['Ctrl+C', 'Copy the name'],
  ['/, Ctrl+F', 'Search'],
  ['N, Shift+N', 'Next match, previous match'],
  ['Escape', 'Clear the search, then the selection'],
  ['Right click, Shift+F10', 'Open the menu of the frame'],
  ['?', 'Show this help'],
];

/** A look of a frame, which is a CSS class. */
export type Look =
  | 'code' | 'standard' | 'runtime' | 'ancestor' | 'few' | 'lit' | 'inlined' | 'rest' | 'matched'
  | 'grown' | 'shrunk' | 'even' | 'noise' | 'moved';

/** The looks of a frame, and their meanings. */
export const LOOKS: readonly (readonly [Look, string])[] = [
  ['code', 'One color for each package'],
  ['standard', 'Standard library'],
  ['runtime', 'Go runtime, and code without a package'],
  ['ancestor', 'Pale: callers of the zoomed frame'],
  ['few', 'Pale with a gray name (dashed in high contrast): too few samples, mostly chance'],
  ['lit', 'Bright: all frames of the function under the pointer'],
  ['inlined', 'No upper border: inlined into the caller'],
  ['rest', 'Hatched: frames too small to show; click to zoom in'],
  ['matched', 'Strong: matches the search'],
  ['grown', 'Orange part, +: more than in the baseline; the whole width is the cost now and in the baseline together'],
  ['shrunk', 'Blue, striped part, −: less than in the baseline'],
  ['even', 'Gray, ±: as much as in the baseline; what it calls may cost more and less'],
  ['noise', 'Gray, ~: change within the noise of the two runs, or of too few samples'],
  ['moved', 'Outlined, ↔: cost that moved to or from another function; the common caller costs the same'],
];

/** The keys of the flame graph, and the meaning of its colors. */
export function flameHelp(source: SourceWords): HTMLElement {
  const looks = helpList(LOOKS.map(([look, meaning]) => {
    return [element('span', { class: `look ${look}`, 'aria-hidden': 'true' }), meaning] as const;
  }));
  looks.classList.add('looks');
  return element('div', {}, helpList(keys(source)), looks);
}
