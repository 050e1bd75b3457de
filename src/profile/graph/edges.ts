import { claim } from '../common/guard';
import { WideNumbers } from '../common/idTable';
import type { IndexColumn, NodeIndex } from '../indexes';

/** Calls between nodes, as columns of equal length. */
export interface GraphEdges {
  readonly count: number;
  readonly caller: IndexColumn<number, NodeIndex>;
  readonly callee: IndexColumn<number, NodeIndex>;
  /** The sum of the samples with the call, in the sample type's unit. */
  readonly weight: Float64Array;
  /** Set if figures are means. */
  readonly divisor?: Float64Array | undefined;
  /** 1 if the call goes, in at least one sample, through nodes that are not part of the graph. */
  readonly residual: Uint8Array;
  /** 1 if the callee was inlined into the caller in all samples. */
  readonly inlined: Uint8Array;
}

/** An edge's weight and the stamp of the last added sample are adjacent, in one cache line. */
const STRIDE = 2;
const STAMP = 1;

const RESIDUAL = 1;
const NOT_INLINED = 2;

/** Collects edges by caller and callee, and sums their weights. */
export class GrowingEdges {
  private readonly edgeIds = new WideNumbers();
  private caller = new Uint32Array(64);
  private callee = new Uint32Array(64);
  private sums = new Float64Array(64 * STRIDE);
  private divisor: Float64Array | undefined;
  private flags = new Uint8Array(64);

  constructor(hasDivisors: boolean) {
    this.divisor = hasDivisors ? new Float64Array(64) : undefined;
  }

  /** The edge from caller to callee; a new edge with weight 0 if there was none. */
  find(caller: NodeIndex, callee: NodeIndex): number {
    const { length } = this.edgeIds;
    const edge = this.edgeIds.intern(callee, caller);
    if (edge < length) return edge;
    if (edge === this.caller.length) this.grow();
    this.caller[edge] = caller;
    this.callee[edge] = callee;
    return edge;
  }

  /** Adds a sample to an edge, once per stamp. @param stamp a number from 1, the same for all calls of a sample */
  add(edge: number, stamp: number, value: number, divisor: number, isResidual: boolean, isInlined: boolean): void {
    const { sums } = this;
    const at = edge * STRIDE;
    if (sums[at + STAMP] === stamp) return;
    sums[at + STAMP] = stamp;
    sums[at] += value;
    if (this.divisor !== undefined) this.divisor[edge] += divisor;
    const flags = (isResidual ? RESIDUAL : 0) | (isInlined ? 0 : NOT_INLINED);
    if ((this.flags[edge] & flags) !== flags) this.flags[edge] |= flags;
  }

  finish(): GraphEdges {
    const count = this.edgeIds.length;
    const flags = this.flags.subarray(0, count);
    return {
      count,
      caller: this.caller.slice(0, count),
      callee: this.callee.slice(0, count),
      weight: Float64Array.from({ length: count }, (_, edge) => this.sums[edge * STRIDE]),
      divisor: this.divisor?.slice(0, count),
      residual: flags.map((bits) => (bits & RESIDUAL ? 1 : 0)),
      inlined: flags.map((bits) => (bits & NOT_INLINED ? 0 : 1)),
    };
  }

  private grow(): void {
    const length = this.caller.length * 2;
    const longer = <T extends Uint32Array | Uint8Array | Float64Array>(grown: T, old: T): T => {
      grown.set(old);
      return grown;
    };
    claim(length * (STRIDE * 8 + 17));
    this.caller = longer(new Uint32Array(length), this.caller);
    this.callee = longer(new Uint32Array(length), this.callee);
    this.sums = longer(new Float64Array(length * STRIDE), this.sums);
    if (this.divisor !== undefined) this.divisor = longer(new Float64Array(length), this.divisor);
    this.flags = longer(new Uint8Array(length), this.flags);
  }
}
