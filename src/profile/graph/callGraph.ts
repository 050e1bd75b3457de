import { checkpoint, claim, STACK_CHECK_MASK } from '../common/guard';
import { NONE, type StackColumns } from '../model';
import type { GraphNodes } from './graphNodes';
import { type GraphEdges, GrowingEdges } from './edges';
import type { NodeInfo } from './nodeInfo';
import type { IndexColumn, NodeIndex, SampleIndex } from '../indexes';

/** The values of the samples and, for means, the divisors of the sums. One entry per sample. */
export interface SampleWeights {
  readonly values: Float64Array;
  readonly divisors?: Float64Array | undefined;
}

/** Sums by node, in the sample type's unit. The divisors are set if figures are means. */
export interface NodeSums {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly flatDivisor?: Float64Array | undefined;
  readonly cumDivisor?: Float64Array | undefined;
}

/** Nodes and their figures. A graph has one node per info, a tree one per info and call path. */
export interface NodeFigures extends NodeSums {
  readonly infos: readonly NodeInfo[];
  readonly infoOf: IndexColumn<NodeIndex, number>;
}

/** Nodes with their calls. */
export interface CallGraph extends NodeFigures {
  readonly edges: GraphEdges;
}

/**
 * Builds the call graph of all samples. With the stack a ← b ← a (leaf first) and value 1: flat is 1 for a; cum is 1
 * for a and for b; the calls a → b and b → a have weight 1. A sample counts once for each node and each call, however
 * often they recur. Direct recursion is not an edge. Calls through nodes that are not included become residual edges
 * between the nearest included nodes; a sample whose leaf is not included has no flat.
 * Source: google/pprof internal/graph, newGraph.
 * @param included for each node: 1 if it is part of the graph; default: all nodes
 */
export function callGraph(
  stacks: StackColumns,
  weights: SampleWeights,
  nodes: GraphNodes,
  included?: Uint8Array,
): CallGraph {
  const builder = new GraphBuilder(nodes, included, weights.divisors !== undefined);
  const { values, divisors } = weights;
  for (let sample = 0; sample < values.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    const divisor = divisors === undefined ? 0 : divisors[sample];
    if (values[sample] === 0 && divisor === 0) continue;
    builder.addStack(stacks, sample, values[sample], divisor);
  }
  return builder.graph();
}

/** A node's sum and the stamp of the last added sample are adjacent, in one cache line. */
const STRIDE = 2;
const STAMP = 1;

class GraphBuilder {
  private readonly flat: Float64Array;
  private readonly cum: Float64Array;
  private readonly flatDivisor: Float64Array | undefined;
  private readonly cumDivisor: Float64Array | undefined;
  private readonly edges: GrowingEdges;
  private readonly rows: Uint32Array;
  /** Cache: for each frame, its last caller and the edge of that call, which is usually the next call too. */
  private readonly lastCalls: Uint32Array;

  constructor(private readonly nodes: GraphNodes, included: Uint8Array | undefined, hasDivisors: boolean) {
    const { rows, infos: { length: count } } = nodes;
    claim(rows.length * 12 + count * 8 * 5);
    this.flat = new Float64Array(count);
    this.cum = new Float64Array(count * STRIDE);
    this.flatDivisor = hasDivisors ? new Float64Array(count) : undefined;
    this.cumDivisor = hasDivisors ? new Float64Array(count) : undefined;
    this.edges = new GrowingEdges(hasDivisors);
    this.rows = included === undefined ? rows : rows.map((node) => (included[node] === 1 ? node : NONE));
    this.lastCalls = new Uint32Array(rows.length * 2).fill(NONE);
  }

  addStack({ offsets, locations }: StackColumns, sample: SampleIndex, value: number, divisor: number): void {
    const { rows, nodes } = this;
    let caller = NONE;
    let isResidual = false;
    for (let at = offsets[sample + 1] - 1; at >= offsets[sample]; at--) {
      const innermost = nodes.offsets[locations[at]];
      const outermost = nodes.offsets[locations[at] + 1] - 1;
      for (let row = outermost; row >= innermost; row--) {
        const node = rows[row];
        if (node === NONE) {
          isResidual = true;
          continue;
        }
        this.addCum(node, sample + 1, value, divisor);
        if (caller !== NONE && caller !== node) {
          this.edges.add(this.edgeOf(row, caller, node), sample + 1, value, divisor, isResidual, row < outermost);
        }
        caller = node;
        isResidual = false;
      }
    }
    if (caller !== NONE && !isResidual) this.addFlat(caller, value, divisor);
  }

  graph(): CallGraph {
    const { flat, flatDivisor, cumDivisor, nodes: { infos } } = this;
    const cum = flat.map((_, node) => this.cum[node * STRIDE]);
    const infoOf = Uint32Array.from(infos.keys());
    return { flat, cum, flatDivisor, cumDivisor, infos, infoOf, edges: this.edges.finish() };
  }

  private edgeOf(row: number, caller: NodeIndex, node: NodeIndex): number {
    const { lastCalls } = this;
    if (lastCalls[row * 2] !== caller) {
      lastCalls[row * 2] = caller;
      lastCalls[row * 2 + 1] = this.edges.find(caller, node);
    }
    return lastCalls[row * 2 + 1];
  }

  private addCum(node: NodeIndex, stamp: number, value: number, divisor: number): void {
    const { cum } = this;
    const at = node * STRIDE;
    if (cum[at + STAMP] === stamp) return;
    cum[at + STAMP] = stamp;
    cum[at] += value;
    if (this.cumDivisor !== undefined) this.cumDivisor[node] += divisor;
  }

  private addFlat(node: NodeIndex, value: number, divisor: number): void {
    this.flat[node] += value;
    if (this.flatDivisor !== undefined) this.flatDivisor[node] += divisor;
  }
}
