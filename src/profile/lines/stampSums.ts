import { interruptible } from '../work/guard';

/** Sums by key to which each sample adds once, however often the key comes up in its stack. */
export class StampSums {
  readonly sums: Float64Array;
  /** What the sums are to be divided by, where they are summed up for means. */
  readonly divisors: Float64Array | undefined;
  /** Keys that were added to, in order of first sight. */
  readonly keys: number[] = [];
  /** By key: 1 + the sample that added last; 0: none. */
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

  /** Keys, the largest |sum| first; equal ones as `compare` says. A mean of nothing is none. */
  heaviest(compare: (a: number, b: number) => number): number[] {
    const { sums, divisors } = this;
    const keys = this.keys.filter((key) => divisors === undefined || sums[key] !== 0);
    return keys.sort(interruptible((a, b) => Math.abs(sums[b]) - Math.abs(sums[a]) || compare(a, b)));
  }
}
