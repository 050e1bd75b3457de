import { interruptible } from './checkpoint';

/** Sums by key to which each sample adds once, however often the key comes up in its stack. */
export class StampSums {
  readonly sums: Float64Array;
  /** Keys that were added to, in order of first sight. */
  readonly keys: number[] = [];
  /** By key: 1 + the sample that added last; 0: none. */
  private readonly stamps: Uint32Array;

  constructor(keyCount: number) {
    this.sums = new Float64Array(keyCount);
    this.stamps = new Uint32Array(keyCount);
  }

  add(key: number, sample: number, value: number): void {
    const last = this.stamps[key]!;
    if (last === sample + 1) return;
    if (last === 0) this.keys.push(key);
    this.stamps[key] = sample + 1;
    this.sums[key]! += value;
  }

  /** Keys, the largest |sum| first; equal ones as `compare` says. */
  heaviest(compare: (a: number, b: number) => number): number[] {
    const { sums } = this;
    return [...this.keys].sort(interruptible((a, b) => Math.abs(sums[b]!) - Math.abs(sums[a]!) || compare(a, b)));
  }
}
