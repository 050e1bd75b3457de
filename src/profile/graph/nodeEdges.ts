import type { NodeNames } from './nodeInfo';
import type { CallGraph } from './callGraph';
import { compareBytes } from '../common/byteOrder';

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
  callersOf(node: number): number[] {
    return this.uncut(this.incoming, node);
  }

  /** Edges from `node`, unordered. */
  calleesOf(node: number): number[] {
    return this.uncut(this.outgoing, node);
  }

  isCut(edge: number): boolean {
    return this.cutEdges[edge] === 1;
  }

  cut(edge: number): void {
    this.cutEdges[edge] = 1;
  }

  private uncut({ offsets, items }: Rows, node: number): number[] {
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
  const name = (node: number): string => names.of(infoOf[node]);
  return edges.sort(
    (a, b) =>
      Math.abs(weight[b]) - Math.abs(weight[a]) ||
      compareBytes(name(caller[a]), name(caller[b])) ||
      compareBytes(name(callee[a]), name(callee[b])),
  );
}
