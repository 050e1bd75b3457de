import type { FunctionCosts } from '../../src/profile/table/nodeCosts';
import { nodeName } from '../../src/profile/text/pprofName';
import { compareBytes } from '../../src/profile/common/utf8';
import { interruptible } from '../../src/profile/common/guard';

export interface TopOrder {
  readonly order: 'flat' | 'cum';
  /** The maximum number of rows. */
  readonly limit: number;
}

/**
 * Returns the nodes of the heaviest functions in pprof's order: by |flat| or |cum|, then by name. Like pprof, omits
 * nodes whose flat and cum are both 0.
 */
export function topNodes(costs: FunctionCosts, { order, limit }: TopOrder): number[] {
  const byOrder = inOrder(costs, order);
  const best: number[] = [];
  for (let node = 0; node < costs.flat.length; node++) {
    if (costs.flat[node] === 0 && costs.cum[node] === 0) continue;
    best.push(node);
    // Pruning from time to time keeps the work linear in the number of functions if the limit is small.
    if (best.length >= 2 * limit + 1000) best.sort(byOrder).splice(limit);
  }
  return best.sort(byOrder).slice(0, limit);
}

/** Returns the name of a node as pprof prints it. */
export function nodeNameOf({ frames }: FunctionCosts, node: number): string {
  return nodeName({ ...frames.nodes[node], file: '', line: 0, column: 0, address: 0n });
}

function inOrder(costs: FunctionCosts, order: TopOrder['order']): (a: number, b: number) => number {
  const values = costs[order];
  return interruptible((a, b) =>
    Math.abs(values[b]) - Math.abs(values[a]) || compareBytes(nodeNameOf(costs, a), nodeNameOf(costs, b)));
}
