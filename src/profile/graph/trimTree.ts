import type { CallGraph } from './callGraph';
import type { GraphEdges } from './edges';
import type { NodeEdges } from './nodeEdges';
import { NO_NODE } from './treeGraph';

/**
 * Removes the nodes that `trimmed` marks from a tree. Their callees get an edge from the nearest remaining caller,
 * which is residual, and inlined if all edges in between were. Cut edges are left out. Nodes keep their numbers and
 * sums.
 * Source: google/pprof internal/graph, TrimTree.
 */
export function trimTree(graph: CallGraph, nodeEdges: NodeEdges, trimmed: Uint8Array): CallGraph {
  const { edges } = graph;
  const callerOf = new Int32Array(graph.infoOf.length).fill(NO_NODE);
  const inlined = new Uint8Array(graph.infoOf.length).fill(1);
  const residual = edges.residual.slice();
  const edgeInlined = edges.inlined.slice();
  const kept: number[] = [];
  // Edges to a caller come before the edges to its callees.
  for (let edge = 0; edge < edges.count; edge++) {
    if (nodeEdges.isCut(edge)) continue;
    const caller = edges.caller[edge];
    const callee = edges.callee[edge];
    const isCut = trimmed[caller] === 1;
    callerOf[callee] = isCut ? callerOf[caller] : caller;
    inlined[callee] = isCut ? edges.inlined[edge] & inlined[caller] : edges.inlined[edge];
    if (isCut) residual[edge] = 1;
    edgeInlined[edge] = inlined[callee];
    if (trimmed[callee] === 0 && callerOf[callee] !== NO_NODE) kept.push(edge);
  }
  const numbers = Uint32Array.from(kept);
  const callers = numbers.map((edge) => callerOf[edges.callee[edge]]);
  return { ...graph, edges: { ...pick({ ...edges, residual, inlined: edgeInlined }, numbers), caller: callers } };
}

function pick(edges: GraphEdges, kept: Uint32Array): GraphEdges {
  return {
    count: kept.length,
    caller: kept.map((edge) => edges.caller[edge]),
    callee: kept.map((edge) => edges.callee[edge]),
    weight: Float64Array.from(kept, (edge) => edges.weight[edge]),
    divisor: edges.divisor && Float64Array.from(kept, (edge) => edges.divisor![edge]),
    residual: Uint8Array.from(kept, (edge) => edges.residual[edge]),
    inlined: Uint8Array.from(kept, (edge) => edges.inlined[edge]),
  };
}
