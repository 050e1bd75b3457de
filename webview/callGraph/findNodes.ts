import type { GraphCall, GraphNode, GraphReport } from '../../src/profile/answers/graph';

/** A move of the focus by an arrow key: to the heaviest caller or callee, or to a sibling on the left or right. */
export type CallStep = 'caller' | 'callee' | 'left' | 'right';

/** The callers, callees and siblings of each node in the drawn graph. */
export class Neighbors {
  /** Heaviest first, without direct recursion. */
  private readonly callers = new Map<number, number[]>();
  private readonly callees = new Map<number, number[]>();

  /** @param calls sorted, heaviest first */
  constructor(calls: readonly GraphCall[]) {
    for (const { caller, callee } of calls) {
      if (caller === callee) continue;
      add(this.callers, callee, caller);
      add(this.callees, caller, callee);
    }
  }

  callersOf(node: number): readonly number[] {
    return this.callers.get(node) ?? [];
  }

  calleesOf(node: number): readonly number[] {
    return this.callees.get(node) ?? [];
  }

  /** Nodes that share a caller or a callee with the node. */
  siblingsOf(node: number): readonly number[] {
    const calleesOfCallers = this.callersOf(node).flatMap((caller) => this.calleesOf(caller));
    const callersOfCallees = this.calleesOf(node).flatMap((callee) => this.callersOf(callee));
    return [...new Set([...calleesOfCallers, ...callersOfCallees])].filter((sibling) => sibling !== node);
  }

  /**
   * The node that a step goes to; the same node if there is no other.
   * @param xOf returns the horizontal position of a node
   */
  step(node: number, step: CallStep, xOf: (node: number) => number): number {
    switch (step) {
      case 'caller':
        return this.callersOf(node)[0] ?? node;
      case 'callee':
        return this.calleesOf(node)[0] ?? node;
      case 'left':
        return nearest(this.siblingsOf(node), (sibling) => xOf(node) - xOf(sibling)) ?? node;
      case 'right':
        return nearest(this.siblingsOf(node), (sibling) => xOf(sibling) - xOf(node)) ?? node;
    }
  }
}

function add(map: Map<number, number[]>, key: number, value: number): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The node with the smallest positive distance. */
function nearest(nodes: readonly number[], distance: (node: number) => number): number | undefined {
  const ahead = nodes.filter((node) => distance(node) > 0);
  return ahead.sort((a, b) => distance(a) - distance(b))[0];
}

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

/** The nodes of functions with these names, or with these names of their own. */
export function nodesNamed(nodes: readonly GraphNode[], names: ReadonlySet<string>): number[] {
  const isNamed = (node: GraphNode) => names.has(node.name) || names.has(node.function);
  return nodes.flatMap((node, index) => (isNamed(node) ? [index] : []));
}

/** The match after `current`, or the first one; undefined if there are none. */
export function nextMatch(matches: readonly number[], current: number | undefined): number | undefined {
  return matches[(matches.indexOf(current ?? -1) + 1) % matches.length];
}
