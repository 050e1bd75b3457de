import type { NodeNames } from './nodeInfo';
import type { CallGraph } from './callGraph';
import { compareBytes } from '../common/utf8';
import type { NodeIndex } from '../indexes';

/** The edges of a graph by caller and by callee. Edges can be cut; cut edges are no longer returned. */
export class NodeEdges {
  private readonly incoming: Rows;
  private readonly outgoing: Rows;
  private readonly cutEdges: Uint8Array;

  constructor({ edges, infoOf }: CallGraph) {
    this.incoming = rowsBy(edges.callee, infoOf.length);
    this.outgoing = rowsBy(edges.caller, infoOf.length);
    this.cutEdges = new Uint8Array(edges.count);
  }

  /** Edges to `node`, unordered. */
  callersOf(node: NodeIndex): number[] {
    return this.uncut(this.incoming, node);
  }

  /** Edges from `node`, unordered. */
  calleesOf(node: NodeIndex): number[] {
    return this.uncut(this.outgoing, node);
  }

  isCut(edge: number): boolean {
    return this.cutEdges[edge] === 1;
  }

  cut(edge: number): void {
    this.cutEdges[edge] = 1;
  }

  private uncut({ offsets, items }: Rows, node: NodeIndex): number[] {
    const edges: number[] = [];
    for (let at = offsets[node]; at < offsets[node + 1]; at++) {
      if (this.cutEdges[items[at]] === 0) edges.push(items[at]);
    }
    return edges;
  }
}

/** Key `k` has `items[offsets[k] … offsets[k + 1])`. */
interface Rows {
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;
}

function rowsBy(keys: Uint32Array, keyCount: number): Rows {
  const offsets = new Uint32Array(keyCount + 1);
  for (const key of keys) offsets[key + 1]++;
  for (let key = 0; key < keyCount; key++) offsets[key + 1] += offsets[key];
  const next = offsets.slice();
  const items = new Uint32Array(keys.length);
  keys.forEach((key, item) => {
    items[next[key]++] = item;
  });
  return { offsets, items };
}

/** Sorts edges in place: by |weight| descending, then by the names of caller and callee. */
export function sortEdges(edges: number[], graph: CallGraph, names: NodeNames): number[] {
  const { edges: { weight, caller, callee }, infoOf } = graph;
  const name = (node: NodeIndex): string => names.of(infoOf[node]);
  return edges.sort(
    (a, b) =>
      Math.abs(weight[b]) - Math.abs(weight[a]) ||
      compareBytes(name(caller[a]), name(caller[b])) ||
      compareBytes(name(callee[a]), name(callee[b])),
  );
}

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
