import { shortName } from '../text/names';
import { lastElement, nameComponents } from '../text/pprofName';
import type { NodeInfo } from './nodeInfo';

/** How names and colors are written in DOT. Source: google/pprof internal/graph, dotgraph.go. */

/** Escapes a text for a quoted string; line breaks become left-justified lines. */
export function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\l');
}

/** A node's name on several lines: package, type, function, position. */
export function multilineName(info: NodeInfo): string {
  const name = escaped(shortName(info.name))
    .replaceAll('::', '\\n')
    .replaceAll('[...]', '[…]')
    .replaceAll('.', '\\n');
  const file = info.file === '' ? '' : lastElement(info.file);
  return `${nameComponents({ ...info, name, file }).join('\\n')}\\n`;
}

/** Moves colors away from gray, so that positive and negative values are easier to distinguish. */
const SHIFT = 0.7;
/** Colors of shares below this fade to gray. */
const FADING = 0.2;

/**
 * A color for a share of the total from -1 (green) over 0 (gray) to 1 (red), `#rrggbb`.
 * @param shade `border`: strong; `fill`: pale
 */
export function shareColor(share: number, shade: 'border' | 'fill'): string {
  const score = Math.max(-1, Math.min(1, share));
  const value = shade === 'fill' ? 0.93 : 0.7;
  const full = shade === 'fill' ? 0.1 : 1;
  const saturation = Math.abs(score) < FADING ? full * (Math.abs(score) / FADING) : full;
  const shifted = Math.sign(score) * Math.pow(Math.abs(score), 1 - SHIFT);
  const red = shifted < 0 ? value * (1 + saturation * shifted) : value;
  const green = shifted < 0 ? value : value * (1 - saturation * shifted);
  const blue = value * (1 - saturation);
  return `#${[red, green, blue].map(hexByte).join('')}`;
}

/** Truncated, not rounded; NaN (a share of a total of 0) becomes 0. */
function hexByte(part: number): string {
  return ((part * 255) & 0xff).toString(16).padStart(2, '0');
}
