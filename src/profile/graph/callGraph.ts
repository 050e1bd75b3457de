import { checkpoint } from '../checkpoint';
import { NONE } from '../model';
import type { StackColumns } from '../model';
import type { GraphNodes } from './graphNodes';
import { GrowingEdges } from './edges';
import type { GraphEdges } from './edges';
import type { NodeInfo } from './nodeInfo';

/** Samples between two checkpoints, less one. */
export const CHECK_MASK = 0xfff;

/** What a sample counts: its value, and for a mean what the value is divided by in the end. One entry a sample. */
export interface SampleWeights {
  readonly values: Float64Array;
  readonly divisors?: Float64Array | undefined;
}

/** Sums by node, in the sample type's unit. The divisors are there where the figures are means. */
export interface NodeSums {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly flatDivisor?: Float64Array | undefined;
  readonly cumDivisor?: Float64Array | undefined;
}

/** Nodes and their figures. In a graph a node is what its info says, in a tree also its callers. */
export interface NodeFigures extends NodeSums {
  readonly infos: readonly NodeInfo[];
  /** By node: index into `infos`. */
  readonly infoOf: Uint32Array;
}

/** Who calls whom, with what goes over each call. */
export interface CallGraph extends NodeFigures {
  readonly edges: GraphEdges;
}

/** A sum or, where there is something to divide by, a mean, cut to whole numbers as pprof's are. */
export function meanOf(sum: number, divisor: number | undefined): number {
  return divisor ? Math.trunc(sum / divisor) : sum;
}

/**
 * The call graph of all samples. With the stack a ← b ← a (leaf first) and value 1: flat is 1 for a; cum 1 for a and
 * for b; the calls a → b and b → a weigh 1. A sample counts once for each node and each call however often they recur;
 * a node's calls of itself are no edges. Calls through nodes that are not `kept` become residual edges between the next
 * ones that are; flat is only what ends in a kept node.
 * Source: google/pprof internal/graph, newGraph.
 * @param kept by node: 1 where it is part of the graph; all are, if not given
 */
export function callGraph(
  stacks: StackColumns,
  weights: SampleWeights,
  nodes: GraphNodes,
  kept?: Uint8Array,
): CallGraph {
  const builder = new GraphBuilder(nodes, kept, weights.divisors !== undefined);
  const { values, divisors } = weights;
  for (let sample = 0; sample < values.length; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const divisor = divisors === undefined ? 0 : divisors[sample]!;
    if (values[sample] === 0 && divisor === 0) continue;
    builder.addStack(stacks, sample, values[sample]!, divisor);
  }
  return builder.graph();
}

class GraphBuilder {
  private readonly sums: NodeSums;
  private readonly edges: GrowingEdges;
  /** By node: 1 + the sample that was added last. */
  private readonly stamps: Uint32Array;
  private readonly rows: Uint32Array;
  /** By frame: who called it last, and the edge of that call; mostly it is the same again. */
  private readonly lastCaller: Uint32Array;
  private readonly lastEdge: Uint32Array;

  constructor(private readonly nodes: GraphNodes, kept: Uint8Array | undefined, hasDivisors: boolean) {
    const count = nodes.infos.length;
    this.sums = nodeSums(count, hasDivisors);
    this.edges = new GrowingEdges(hasDivisors);
    this.stamps = new Uint32Array(count);
    this.rows = kept === undefined ? nodes.rows : nodes.rows.map((node) => (kept[node] === 1 ? node : NONE));
    this.lastCaller = new Uint32Array(nodes.rows.length).fill(NONE);
    this.lastEdge = new Uint32Array(nodes.rows.length);
  }

  addStack({ offsets, locations }: StackColumns, sample: number, value: number, divisor: number): void {
    const { rows, nodes } = this;
    let caller = NONE;
    let residual = 0;
    for (let at = offsets[sample + 1]! - 1; at >= offsets[sample]!; at--) {
      const innermost = nodes.offsets[locations[at]!]!;
      const outermost = nodes.offsets[locations[at]! + 1]! - 1;
      for (let row = outermost; row >= innermost; row--) {
        const node = rows[row]!;
        if (node === NONE) {
          residual = 1;
          continue;
        }
        if (this.stamps[node] !== sample + 1) this.addCum(node, sample + 1, value, divisor);
        if (caller !== NONE && caller !== node) {
          const inlined = row === outermost ? 0 : 1;
          this.edges.add(this.edgeOf(row, caller, node), sample + 1, value, divisor, residual, inlined);
        }
        caller = node;
        residual = 0;
      }
    }
    if (caller !== NONE && residual === 0) this.addFlat(caller, value, divisor);
  }

  graph(): CallGraph {
    const { infos } = this.nodes;
    return { ...this.sums, infos, infoOf: Uint32Array.from(infos.keys()), edges: this.edges.finish() };
  }

  private edgeOf(row: number, caller: number, node: number): number {
    if (this.lastCaller[row] !== caller) {
      this.lastCaller[row] = caller;
      this.lastEdge[row] = this.edges.find(caller, node);
    }
    return this.lastEdge[row]!;
  }

  private addCum(node: number, stamp: number, value: number, divisor: number): void {
    this.stamps[node] = stamp;
    this.sums.cum[node]! += value;
    if (this.sums.cumDivisor !== undefined) this.sums.cumDivisor[node]! += divisor;
  }

  private addFlat(node: number, value: number, divisor: number): void {
    this.sums.flat[node]! += value;
    if (this.sums.flatDivisor !== undefined) this.sums.flatDivisor[node]! += divisor;
  }
}

function nodeSums(count: number, hasDivisors: boolean): NodeSums {
  const column = (): Float64Array => new Float64Array(count);
  const divisors = (): Float64Array | undefined => (hasDivisors ? column() : undefined);
  return { flat: column(), cum: column(), flatDivisor: divisors(), cumDivisor: divisors() };
}
