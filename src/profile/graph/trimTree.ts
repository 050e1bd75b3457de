import type { CallGraph } from './callGraph';
import type { GraphEdges } from './edges';
import type { NodeEdges } from './nodeEdges';
import { NO_NODE } from './treeGraph';

/**
 * Removes from a tree the nodes with a 1 in `trimmed`. Their callees get a residual edge from the nearest
 * remaining caller, inlined if all edges that it replaces are inlined. Cut edges are left out. Nodes keep their numbers
 * and sums.
 * Source: google/pprof internal/graph, TrimTree.
 */
export function trimTree(graph: CallGraph, nodeEdges: NodeEdges, trimmed: Uint8Array): CallGraph {
  const { edges } = graph;
  const callerOf = new Int32Array(graph.infoOf.length).fill(NO_NODE);
  const inlined = new Uint8Array(graph.infoOf.length).fill(1);
  const residual = edges.residual.slice();
  const edgeInlined = edges.inlined.slice();
  const remaining: number[] = [];
  // Edges to a caller come before the edges to its callees.
  for (let edge = 0; edge < edges.count; edge++) {
    if (nodeEdges.isCut(edge)) continue;
    const caller = edges.caller[edge];
    const callee = edges.callee[edge];
    const isTrimmed = trimmed[caller] === 1;
    callerOf[callee] = isTrimmed ? callerOf[caller] : caller;
    inlined[callee] = isTrimmed ? edges.inlined[edge] & inlined[caller] : edges.inlined[edge];
    if (isTrimmed) residual[edge] = 1;
    edgeInlined[edge] = inlined[callee];
    if (trimmed[callee] === 0 && callerOf[callee] !== NO_NODE) remaining.push(edge);
  }
  const numbers = Uint32Array.from(remaining);
  const callers = numbers.map((edge) => callerOf[edges.callee[edge]]);
  return { ...graph, edges: { ...pick({ ...edges, residual, inlined: edgeInlined }, numbers), caller: callers } };
}

function pick(edges: GraphEdges, remaining: Uint32Array): GraphEdges {
  return {
    count: remaining.length,
    caller: remaining.map((edge) => edges.caller[edge]),
    callee: remaining.map((edge) => edges.callee[edge]),
    weight: Float64Array.from(remaining, (edge) => edges.weight[edge]),
    divisor: edges.divisor && Float64Array.from(remaining, (edge) => edges.divisor![edge]),
    residual: Uint8Array.from(remaining, (edge) => edges.residual[edge]),
    inlined: Uint8Array.from(remaining, (edge) => edges.inlined[edge]),
  };
}
