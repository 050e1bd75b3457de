import { WideNumbers } from '../ids';

/** Calls between nodes, as columns of equal length. */
export interface GraphEdges {
  readonly count: number;
  /** Nodes. */
  readonly caller: Uint32Array;
  readonly callee: Uint32Array;
  /** What went over the call, in the sample type's unit. */
  readonly weight: Float64Array;
  /** Where figures are means. */
  readonly divisor?: Float64Array | undefined;
  /** 1 where it went, in a sample at least, through nodes that are not part of the graph. */
  readonly residual: Uint8Array;
  /** 1 where the callee was inlined into the caller in all samples. */
  readonly inlined: Uint8Array;
}

/** Edges that are found by their ends and add up. */
export class GrowingEdges {
  private readonly places = new WideNumbers();
  private caller = new Uint32Array(64);
  private callee = new Uint32Array(64);
  private weight = new Float64Array(64);
  private divisor: Float64Array | undefined;
  private residual = new Uint8Array(64);
  private inlined = new Uint8Array(64);
  /** By edge: the stamp of the sample that was added last. */
  private stamps = new Uint32Array(64);

  constructor(hasDivisors: boolean) {
    this.divisor = hasDivisors ? new Float64Array(64) : undefined;
  }

  /** The edge between two nodes; a new one weighs nothing. */
  find(caller: number, callee: number): number {
    const { length } = this.places;
    const edge = this.places.intern(callee, caller);
    if (edge < length) return edge;
    if (edge === this.caller.length) this.grow();
    this.caller[edge] = caller;
    this.callee[edge] = callee;
    this.inlined[edge] = 1;
    return edge;
  }

  /** Adds a sample's call, once for each stamp. */
  add(edge: number, stamp: number, value: number, divisor: number, residual: number, inlined: number): void {
    if (this.stamps[edge] === stamp) return;
    this.stamps[edge] = stamp;
    this.weight[edge]! += value;
    if (this.divisor !== undefined) this.divisor[edge]! += divisor;
    this.residual[edge]! |= residual;
    this.inlined[edge]! &= inlined;
  }

  finish(): GraphEdges {
    const count = this.places.length;
    return {
      count,
      caller: this.caller.slice(0, count),
      callee: this.callee.slice(0, count),
      weight: this.weight.slice(0, count),
      divisor: this.divisor?.slice(0, count),
      residual: this.residual.slice(0, count),
      inlined: this.inlined.slice(0, count),
    };
  }

  private grow(): void {
    const length = this.caller.length * 2;
    const longer = <T extends Uint32Array | Uint8Array | Float64Array>(grown: T, old: T): T => {
      grown.set(old);
      return grown;
    };
    this.caller = longer(new Uint32Array(length), this.caller);
    this.callee = longer(new Uint32Array(length), this.callee);
    this.weight = longer(new Float64Array(length), this.weight);
    if (this.divisor !== undefined) this.divisor = longer(new Float64Array(length), this.divisor);
    this.residual = longer(new Uint8Array(length), this.residual);
    this.inlined = longer(new Uint8Array(length), this.inlined);
    this.stamps = longer(new Uint32Array(length), this.stamps);
  }
}
