import type { FlameWindow } from '../../src/profile/answers/flame';
import { countText } from '../../src/profile/text/screen/digits';
import { shortLabels } from '../../src/profile/text/shortNames';
import { withoutTypeArguments } from '../text/drawnNames';
import { nameOf } from './flameFrames';
import { figuresOf, netText, remarkOf } from './frameFigures';

/** Minimum width in pixels of a frame with a label; the library hides narrower labels. */
export const MIN_LABELED_WIDTH = 35;

/** Width of a text in pixels, in the font of the frames. */
export type Measure = (text: string) => number;

/**
 * Labels of a function from the longest to the shortest; type arguments are dropped first. Example:
 * `a.org/b/srv.(*T[go.shape.int]).Do` → `srv.(*T[go.shape.int]).Do`, `srv.(*T[…]).Do`, `(*T[…]).Do`, `Do`.
 */
export function labelsOf(name: string): readonly string[] {
  return [...new Set([...shortLabels(name).slice(0, 1), ...shortLabels(withoutTypeArguments(name))])];
}

/** Labels of frames that are drawn as one, because each is too narrow. */
export function restLabels(frames: number): readonly string[] {
  const count = countText(frames);
  return [`${count} smaller frames`, `${count} smaller`, count];
}

/** The size of the cache; fewer functions are drawn at once. */
const MAX_CACHED_NAMES = 5000;

/** Caches labels, because successive windows show mostly the same functions. */
export class LabelCache {
  private readonly labels = new Map<string, readonly string[]>();

  get(name: string): readonly string[] {
    const cached = this.labels.get(name);
    if (cached) return cached;
    if (this.labels.size >= MAX_CACHED_NAMES) this.labels.clear();
    const labels = labelsOf(name);
    this.labels.set(name, labels);
    return labels;
  }
}

/** The longest label that fits; if none fits, the shortest, which CSS cuts off with an ellipsis. */
export function fittingLabel(labels: readonly string[], width: number, measure: Measure): string {
  return labels.find((label) => measure(label) <= width) ?? labels.at(-1) ?? '';
}

/** Measures texts by adding the widths of their characters. Measures each character only once. */
export function measureByCharacter(measureCharacter: Measure): Measure {
  const widths = new Map<string, number>();
  const widthOf = (character: string) => {
    const width = widths.get(character) ?? measureCharacter(character);
    widths.set(character, width);
    return width;
  };
  return (text) => {
    let sum = 0;
    for (const character of text) sum += widthOf(character);
    return sum;
  };
}

/** What a screen reader says for a row: its function, figures and remark. */
export function accessibleName(window: FlameWindow, row: number): string {
  const rest = window.rest[row] ?? 0;
  const name = rest > 0 ? `${rest} smaller frames` : nameOf(window, row);
  const figures = window.signed ? changedFigures(window, row) : accessibleFigures(window, row);
  const remark = remarkOf(window, row);
  return `${name}, ${window.caller[row] === 1 ? 'caller, ' : ''}${figures}${remark === '' ? '' : `, ${remark}`}`;
}

/** What a screen reader says after a zoom. @param isSandwich whether the graph has the callers of its function */
export function zoomedText(window: FlameWindow, isSandwich = false): string {
  const { zoomed } = window;
  const what = zoomed > 0 ? 'Zoomed to' : isSandwich ? 'Callers and callees of' : 'Zoomed out to';
  return `${what} ${accessibleName(window, zoomed)}`;
}

/** `+1.20 s, +40.3 % of before` */
function changedFigures(window: FlameWindow, row: number): string {
  const [name, share] = figuresOf(window, row).at(-1)!;
  return [netText(window, row), name.startsWith('of ') && share && `${share} ${name}`].filter(Boolean).join(', ');
}

/** `cum 1.20 s, 40.3 %, flat 200 ms`; callers and rows of smaller frames have no flat cost. */
function accessibleFigures(window: FlameWindow, row: number): string {
  const { flat = '', cum = '', 'cum %': share = '' } = Object.fromEntries(figuresOf(window, row));
  return [`cum ${cum}`, share, flat && `flat ${flat}`].filter((part) => part !== '').join(', ');
}
