import { packageOf } from '../../src/profile/text/functionNames';
import { plural } from '../../src/profile/text/counts';
import { element } from '../controls/dom';
import { helpList } from '../controls/helpList';
import { LOOKS, type Look } from './flameHelp';
import { type Frames, isRest, nameOf } from './flameFrames';
import { fewSamplesOf, netLook, netShare } from './frameFigures';
import { type FrameColors, originOf } from './frameColors';

/** The maximum number of packages that the key names; more would not fit beside the graph. */
const MAX_PACKAGES = 8;

/**
 * The key of a drawn graph: what its colors and hatching mean. Names the packages with the widest frames, and of the
 * looks those that the graph has.
 */
export function flameKey(frames: Frames, colors: FrameColors): HTMLElement {
  const looks = drawnLooks(frames);
  const rows = LOOKS.filter(([look]) => looks.has(look)).map(([look, meaning]) => [swatch(look), meaning] as const);
  return element('div', { class: 'flame-key' }, helpList([...packageRows(frames, colors), ...rows]));
}

function swatch(look: Look): HTMLElement {
  return element('span', { class: `look ${look}`, 'aria-hidden': 'true' });
}

function packageRows({ window, levels, weight }: Frames, colors: FrameColors): (readonly [HTMLElement, string])[] {
  if (window.signed) return [];
  const widths = new Map<string, { width: number; readonly color: string }>();
  for (const row of levels.flat()) {
    const path = isRest(window, row) ? '' : packageOf(nameOf(window, row));
    if (originOf(path) !== 'code') continue;
    const known = widths.get(path);
    if (known) known.width += weight[row];
    else widths.set(path, { width: weight[row], color: colors.cssColor(nameOf(window, row)) });
  }
  const widest = [...widths].sort(([, a], [, b]) => b.width - a.width);
  const rows = widest.slice(0, MAX_PACKAGES).map(([path, { color }]) => {
    const shown = swatch('code');
    shown.style.background = color;
    return [shown, path] as const;
  });
  const others = widest.length - rows.length;
  return others > 0 ? [...rows, [swatch('code'), `${others} more ${plural('package', others)}, each in its own color`]] : rows;
}

/** The looks of the drawn frames. */
function drawnLooks(frames: Frames): ReadonlySet<Look> {
  const { window, levels, path } = frames;
  const looks = new Set<Look>(['lit']);
  if (path.length > 1) looks.add('ancestor');
  if (window.matchedFrames > 0) looks.add('matched');
  for (const row of levels.flat()) {
    if (isRest(window, row)) {
      looks.add('rest');
      continue;
    }
    if (window.inlined[row] === 1) looks.add('inlined');
    if (window.signed && netShare(window, row) > 0) looks.add(netLook(window, row));
    if (window.signed && window.cum[row] === 0 && fewSamplesOf(window, row) === 0) looks.add('even');
    if (window.signed) continue;
    if (fewSamplesOf(window, row) > 0) looks.add('few');
    const origin = originOf(packageOf(nameOf(window, row)));
    if (origin !== 'code' && row > 0) looks.add(origin);
  }
  return looks;
}
