import type { FlatAndCum } from '../changes/changeSums';
import type { SampleNodes } from '../changes/sampleNodes';
import { NONE } from '../model';
import type { PartColumns } from '../noise/differenceColumns';

/** The samples of the next calls on a path. Calls are numbered in the order of their first samples. */
export class CallSamples implements SampleNodes {
  private readonly flat = new Map<number, number>();
  private readonly cum = new Map<number, number[]>();
  private readonly numbers = new Map<number, number>();

  /** Adds a sample to the cum of a node's call. Must not be repeated with the same node and sample. */
  add(node: number, sample: number): void {
    const calls = this.cum.get(sample);
    if (calls) calls.push(this.numberOf(node));
    else this.cum.set(sample, [this.numberOf(node)]);
  }

  /** Adds a sample to the flat of a node's call. */
  addFlat(node: number, sample: number): void {
    this.flat.set(sample, this.numberOf(node));
  }

  /** The number of a node's call; a new call gets the next number. */
  numberOf(node: number): number {
    const number = this.numbers.get(node) ?? this.numbers.size;
    this.numbers.set(node, number);
    return number;
  }

  leafOf(sample: number): number {
    return this.flat.get(sample) ?? NONE;
  }

  forEach(sample: number, visit: (call: number) => void): void {
    this.cum.get(sample)?.forEach(visit);
  }

  /** The sums of value, variance and events, by the number of the call. */
  sums({ value, variance, events }: PartColumns): FlatAndCum<Float64Array>[] {
    return [value, variance, events].map((column) => {
      const sums = { flat: new Float64Array(this.numbers.size), cum: new Float64Array(this.numbers.size) };
      for (const [sample, number] of this.flat) sums.flat[number] += column[sample];
      for (const [sample, numbers] of this.cum) for (const number of numbers) sums.cum[number] += column[sample];
      return sums;
    });
  }
}
