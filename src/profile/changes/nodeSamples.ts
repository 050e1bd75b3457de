import { NONE } from '../model';
import type { PartColumns } from '../noise/differenceColumns';
import type { FlatAndCum } from './changeSums';
import type { SampleNodes } from './sampleNodes';

/** The samples of a few nodes, such as the next calls on a path. Nodes are numbered in the order they are added. */
export class NodeSamples implements SampleNodes {
  private readonly flat = new Map<number, number>();
  private readonly cum = new Map<number, number[]>();
  private readonly numbers = new Map<number, number>();
  /** The nodes, by their numbers. */
  readonly nodes: number[] = [];

  /** Adds a sample to the cum of a node. Must not be repeated with the same node and sample. */
  add(node: number, sample: number): void {
    const numbers = this.cum.get(sample);
    if (numbers) numbers.push(this.numberOf(node));
    else this.cum.set(sample, [this.numberOf(node)]);
  }

  /** Adds a sample to the flat of a node. */
  addFlat(node: number, sample: number): void {
    this.flat.set(sample, this.numberOf(node));
  }

  /** The number of a node; a new node gets the next number. */
  numberOf(node: number): number {
    const known = this.numbers.get(node);
    if (known !== undefined) return known;
    this.numbers.set(node, this.nodes.length);
    return this.nodes.push(node) - 1;
  }

  leafOf(sample: number): number {
    return this.flat.get(sample) ?? NONE;
  }

  forEach(sample: number, visit: (number: number) => void): void {
    this.cum.get(sample)?.forEach(visit);
  }

  /** The sums of value, variance and events, by the number of the node. */
  sums({ value, variance, events }: PartColumns): FlatAndCum<Float64Array>[] {
    return [value, variance, events].map((column) => {
      const sums = { flat: new Float64Array(this.nodes.length), cum: new Float64Array(this.nodes.length) };
      for (const [sample, number] of this.flat) sums.flat[number] += column[sample];
      for (const [sample, numbers] of this.cum) for (const number of numbers) sums.cum[number] += column[sample];
      return sums;
    });
  }
}
