import { shortName } from '../text/shortNames';
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
