import type { FlatAndCum } from '../changes/changeSums';
import type { SampleNodes } from '../changes/sampleNodes';
import { NONE } from '../model';
import type { PartColumns } from '../noise/differenceColumns';

/** The samples of the next calls on a path. A call is a place, in the order of the first samples. */
export class CallSamples implements SampleNodes {
  private readonly flat = new Map<number, number>();
  private readonly cum = new Map<number, number[]>();
  private readonly places = new Map<number, number>();

  /** Call once for each sample of a node. */
  add(node: number, sample: number): void {
    const calls = this.cum.get(sample);
    if (calls) calls.push(this.placeOf(node));
    else this.cum.set(sample, [this.placeOf(node)]);
  }

  addFlat(node: number, sample: number): void {
    this.flat.set(sample, this.placeOf(node));
  }

  placeOf(node: number): number {
    const place = this.places.get(node) ?? this.places.size;
    this.places.set(node, place);
    return place;
  }

  leafOf(sample: number): number {
    return this.flat.get(sample) ?? NONE;
  }

  forEach(sample: number, tell: (place: number) => void): void {
    this.cum.get(sample)?.forEach(tell);
  }

  /** Sums of the values, by place. */
  sums({ value, variance, events }: PartColumns): FlatAndCum<Float64Array>[] {
    return [value, variance, events].map((column) => {
      const sums = { flat: new Float64Array(this.places.size), cum: new Float64Array(this.places.size) };
      for (const [sample, place] of this.flat) sums.flat[place] += column[sample];
      for (const [sample, places] of this.cum) for (const place of places) sums.cum[place] += column[sample];
      return sums;
    });
  }
}
