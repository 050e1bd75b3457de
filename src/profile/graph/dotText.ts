import { lastElement, nameComponents } from '../text/pprofName';
import type { NodeInfo } from './nodeInfo';

/** How names and colors are written in DOT. Source: google/pprof internal/graph, dotgraph.go and graph.go. */

const ANONYMOUS = /^\(anonymous namespace\)::/;
const MAJOR_VERSION = /^([^\n]*?)\/v(?:[2-9]|[1-9][0-9]+)([./][^\n]*)$/;
const SHORT_NAMES = [
  /** Go: without the folders of the import path. */
  /^(?:[\w\-.]+\/)+([^.]+\.[^\n]+)/,
  /** Java: without package and parameters. */
  /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
  /** C++: without the namespaces. */
  /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<[^\n]*>)?)/,
];

/** A function's name without the directories of its package, shortened as in pprof's graph. */
export function shortenedName(name: string): string {
  const plain = name.replace(ANONYMOUS, '').replace(MAJOR_VERSION, '$1$2');
  for (const pattern of SHORT_NAMES) {
    const short = pattern.exec(plain)?.[1];
    if (short !== undefined) return short;
  }
  return plain;
}

/** Escapes a text for a quoted string; line breaks become left-justified lines. */
export function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\l');
}

/** A node's name on several lines: package, type, function, position. */
export function multilineName(info: NodeInfo): string {
  const name = escaped(shortenedName(info.name))
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
