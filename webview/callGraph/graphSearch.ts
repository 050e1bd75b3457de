import type { GraphNode } from '../../src/profile/answers/graph';

/** The nodes whose names contain a text, ignoring case; none for an empty text. */
export function nodesMatching(nodes: readonly GraphNode[], text: string): number[] {
  const lowerText = text.toLowerCase();
  if (lowerText === '') return [];
  return nodes.flatMap(({ name }, node) => (name.toLowerCase().includes(lowerText) ? [node] : []));
}

/** The match after `current`, or the first one; undefined if there are none. */
export function nextMatch(matches: readonly number[], current: number | undefined): number | undefined {
  return matches[(matches.indexOf(current ?? -1) + 1) % matches.length];
}
