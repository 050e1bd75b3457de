import { checkpoint, STACK_CHECK_MASK } from '../common/guard';
import { KeyedTree } from '../flame/keyedTree';
import type { StackColumns } from '../model';
import type { CallGraph, SampleWeights } from './callGraph';
import type { GraphEdges } from './edges';
import type { NodeEdges } from './nodeEdges';
import type { GraphNodes } from './graphNodes';
import type { SampleIndex } from '../indexes';

/** A call graph with one node per call path, so that no node has two callers. */
export interface TreeGraph extends CallGraph {
  /** For each sample: the node of its leaf; NO_NODE if it has no stack, or its value and divisor are 0. */
  readonly leafOf: Int32Array;
}

/** The caller of an outermost frame, and the leaf of a sample that is not in the tree. */
export const NO_NODE = -1;

/**
 * The tree of all calls; callers come before their callees. A sample counts for all nodes on its path: the stack
 * a ← b ← a (leaf first) gives three nodes. Source: google/pprof internal/graph, newTree.
 */
export function treeGraph(stacks: StackColumns, { values, divisors }: SampleWeights, nodes: GraphNodes): TreeGraph {
  const builder = new TreeBuilder(nodes);
  const leafOf = new Int32Array(values.length).fill(NO_NODE);
  for (let sample = 0; sample < values.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    if (values[sample] !== 0 || (divisors?.[sample] ?? 0) !== 0) leafOf[sample] = builder.addStack(stacks, sample) - 1;
  }
  const { parents, infoOf, inlined } = builder.columns();
  const flat = leafSums(leafOf, values, parents.length);
  const cum = withCallees(flat, parents);
  const flatDivisor = divisors && leafSums(leafOf, divisors, parents.length);
  const cumDivisor = flatDivisor && withCallees(flatDivisor, parents);
  const edges = edgesTo(parents, inlined, cum, cumDivisor);
  return { infos: nodes.infos, infoOf, flat, cum, flatDivisor, cumDivisor, edges, leafOf };
}

class TreeBuilder {
  /** Node 0 is the caller of all outermost nodes; node `n` of the graph is `n + 1` here. */
  private readonly tree = new KeyedTree();
  private inlined = new Uint8Array(1024).fill(1);

  constructor(private readonly nodes: GraphNodes) {}

  addStack({ offsets, locations }: StackColumns, sample: SampleIndex): number {
    let node = 0;
    for (let at = offsets[sample + 1] - 1; at >= offsets[sample]; at--) {
      const innermost = this.nodes.offsets[locations[at]];
      const outermost = this.nodes.offsets[locations[at] + 1] - 1;
      for (let row = outermost; row >= innermost; row--) {
        node = this.tree.child(node, this.nodes.rows[row]);
        if (node >= this.inlined.length) this.grow();
        if (row === outermost) this.inlined[node] = 0;
      }
    }
    return node;
  }

  columns(): { readonly parents: Int32Array; readonly infoOf: Uint32Array; readonly inlined: Uint8Array } {
    const { key, parent } = this.tree.columns();
    return {
      parents: Int32Array.from(parent.subarray(1), (node) => node - 1),
      infoOf: key.slice(1),
      inlined: this.inlined.slice(1, key.length),
    };
  }

  private grow(): void {
    const longer = new Uint8Array(this.inlined.length * 2).fill(1);
    longer.set(this.inlined);
    this.inlined = longer;
  }
}

function leafSums(leafOf: Int32Array, values: Float64Array, count: number): Float64Array {
  const sums = new Float64Array(count);
  leafOf.forEach((node, sample) => {
    if (node !== NO_NODE) sums[node] += values[sample];
  });
  return sums;
}

function withCallees(flat: Float64Array, parents: Int32Array): Float64Array {
  const sums = flat.slice();
  for (let node = sums.length - 1; node >= 0; node--) {
    if (parents[node] !== NO_NODE) sums[parents[node]] += sums[node];
  }
  return sums;
}

/** Each node except the outermost ones has one incoming edge, whose weight is the node's cum. */
function edgesTo(
  parents: Int32Array,
  inlined: Uint8Array,
  cum: Float64Array,
  cumDivisor: Float64Array | undefined,
): GraphEdges {
  const callee = Uint32Array.from(parents.keys()).filter((node) => parents[node] !== NO_NODE);
  const pick = (column: Float64Array): Float64Array => Float64Array.from(callee, (node) => column[node]);
  return {
    count: callee.length,
    caller: callee.map((node) => parents[node]),
    callee,
    weight: pick(cum),
    divisor: cumDivisor && pick(cumDivisor),
    residual: new Uint8Array(callee.length),
    inlined: Uint8Array.from(callee, (node) => inlined[node]),
  };
}

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
