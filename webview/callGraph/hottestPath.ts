import type { GraphReport } from '../../src/profile/answers/graph';

/** The path ends before a call with less than this share of the cum of the path's first node. */
const MIN_SHARE = 0.25;

/**
 * The path from the node with the largest cum along its heaviest calls, up to the node with the largest flat on it. Of
 * the flat of a node that others call too, only as much counts as the call on the path has.
 */
export function hottestPath({ nodes, calls }: Pick<GraphReport, 'nodes' | 'calls'>): readonly number[] {
  if (nodes.length === 0) return [];
  const start = [...nodes.keys()].reduce((a, b) => (Math.abs(nodes[b].cum) > Math.abs(nodes[a].cum) ? b : a));
  const path = [start];
  const ownCosts = [Math.abs(nodes[start].flat)];
  const least = MIN_SHARE * Math.abs(nodes[start].cum);
  for (;;) {
    const from = path[path.length - 1];
    // Calls are sorted, the heaviest first.
    const next = calls.find(({ caller, callee }) => caller === from && !path.includes(callee));
    if (next === undefined || Math.abs(next.weight) < least) break;
    path.push(next.callee);
    ownCosts.push(Math.min(Math.abs(nodes[next.callee].flat), Math.abs(next.weight)));
  }
  const largest = Math.max(...ownCosts);
  return largest === 0 ? path : path.slice(0, ownCosts.indexOf(largest) + 1);
}
