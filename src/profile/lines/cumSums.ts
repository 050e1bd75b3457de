import { interruptible } from '../common/guard';

/** Cum by key: each sample adds to a key once, even if the key recurs in its stack. */
export class CumSums {
  readonly sums: Float64Array;
  /** For means: the sums to divide by. */
  readonly divisors: Float64Array | undefined;
  /** The keys that have samples, in order of first appearance. */
  readonly keys: number[] = [];
  /** For each key: 1 + the last sample added; 0 if none. */
  private readonly stamps: Uint32Array;

  constructor(keyCount: number, isMean = false) {
    this.sums = new Float64Array(keyCount);
    this.divisors = isMean ? new Float64Array(keyCount) : undefined;
    this.stamps = new Uint32Array(keyCount);
  }

  add(key: number, sample: number, value: number, divisor = 0): void {
    const last = this.stamps[key];
    if (last === sample + 1) return;
    if (last === 0) this.keys.push(key);
    this.stamps[key] = sample + 1;
    this.sums[key] += value;
    if (this.divisors) this.divisors[key] += divisor;
  }

  /** Keys by descending |sum|; ties are ordered by `compare`. For means, keys with sum 0 are left out. */
  heaviest(compare: (a: number, b: number) => number): number[] {
    const { sums, divisors } = this;
    const keys = this.keys.filter((key) => divisors === undefined || sums[key] !== 0);
    return keys.sort(interruptible((a, b) => Math.abs(sums[b]) - Math.abs(sums[a]) || compare(a, b)));
  }
}
