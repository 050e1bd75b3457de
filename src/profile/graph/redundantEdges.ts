import type { CallGraph } from './callGraph';
import { sortEdges } from './nodeEdges';
import type { NodeEdges } from './nodeEdges';
import type { NodeNames } from './nodeInfo';

/**
 * Cuts residual edges whose caller reaches the callee on another path too, lightest first; stops at a direct call of
 * the same callee. Source: google/pprof internal/graph, RemoveRedundantEdges.
 * @param nodes in the order in which they are shown
 */
export function cutRedundantEdges(nodes: Uint32Array, graph: CallGraph, nodeEdges: NodeEdges, names: NodeNames): void {
  const { residual } = graph.edges;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const lightestFirst = sortEdges(nodeEdges.callersOf(nodes[i]), graph, names).reverse();
    for (const edge of lightestFirst) {
      if (residual[edge] === 0) break;
      if (isRedundant(edge, graph, nodeEdges)) nodeEdges.cut(edge);
    }
  }
}

/** Whether the edge's caller reaches its callee without this edge. */
function isRedundant(edge: number, { edges: { caller, callee } }: CallGraph, nodeEdges: NodeEdges): boolean {
  const seen = new Set([callee[edge]]);
  // Iterating over a Set includes elements that are added meanwhile.
  for (const node of seen) {
    for (const incoming of nodeEdges.callersOf(node)) {
      if (incoming === edge) continue;
      if (caller[incoming] === caller[edge]) return true;
      seen.add(caller[incoming]);
    }
  }
  return false;
}
