import type { GraphCall } from '../../src/profile/answers/graph';

/** Where an arrow key leads in a call graph: to the heaviest caller or callee, or to what stands beside. */
export type CallStep = 'caller' | 'callee' | 'left' | 'right';

/** Who calls whom in the graph that is drawn, by node. */
export class Neighbours {
  /** The heaviest first, without the node itself. */
  private readonly callers = new Map<number, number[]>();
  private readonly callees = new Map<number, number[]>();

  /** @param calls the heaviest first */
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

  /** Nodes that have a caller or a callee in common with the node. */
  siblingsOf(node: number): readonly number[] {
    const called = this.callersOf(node).flatMap((caller) => this.calleesOf(caller));
    const calling = this.calleesOf(node).flatMap((callee) => this.callersOf(callee));
    return [...new Set([...called, ...calling])].filter((sibling) => sibling !== node);
  }

  /**
   * The node that a step leads to; the same one where there is none.
   * @param xOf where a node stands, from left to right
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
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The one with the least distance above 0. */
function nearest(nodes: readonly number[], distance: (node: number) => number): number | undefined {
  const ahead = nodes.filter((node) => distance(node) > 0);
  return ahead.sort((a, b) => distance(a) - distance(b))[0];
}
