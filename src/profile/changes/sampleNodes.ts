import { NONE, type Profile } from '../model';
import type { FrameKeys } from '../sums/keySums';
import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';
import type { PartColumns } from '../noise/differenceColumns';
import type { FlatAndCum } from './changeSums';
import type { NodeIndex, SampleIndex } from '../indexes';

/** The nodes of a sample's stack. */
export interface SampleNodes {
  /** The node whose flat contains the sample's value, or NONE. */
  leafOf(sample: SampleIndex): number;
  /** Visits each node whose cum contains the sample's value, once. */
  forEach(sample: SampleIndex, visit: (node: NodeIndex) => void): void;
}

/** Nodes by the keys of frames. */
export function keyNodes({ stacks }: Profile, { offsets, keys, count }: FrameKeys): SampleNodes {
  const stamps = new Uint32Array(count);
  let stamp = 0;
  return {
    leafOf(sample) {
      const leaf = stacks.offsets[sample];
      return leaf === stacks.offsets[sample + 1] ? NONE : keys[offsets[stacks.locations[leaf]]];
    },
    forEach(sample, visit) {
      stamp++;
      const end = stacks.offsets[sample + 1];
      for (let at = stacks.offsets[sample]; at < end; at++) {
        const location = stacks.locations[at];
        for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
          const key = keys[frame];
          if (key === NONE || stamps[key] === stamp) continue;
          stamps[key] = stamp;
          visit(key);
        }
      }
    },
  };
}

const STEP_SAMPLES = 1 << 12;

/** Visits the samples in steps. */
export function* eachSample(profile: Profile, visit: (sample: SampleIndex) => void): Steps<void> {
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    visit(sample);
    if (sample % STEP_SAMPLES === STEP_SAMPLES - 1) yield;
  }
}

/** The samples of a few nodes, such as the next calls on a path. Nodes are numbered in the order they are added. */
export class NodeSamples implements SampleNodes {
  private readonly flat = new Map<number, number>();
  private readonly cum = new Map<number, number[]>();
  private readonly numbers = new Map<number, number>();
  /** The nodes, by their numbers. */
  readonly nodes: number[] = [];

  /** Adds a sample to the cum of a node. Must not be repeated with the same node and sample. */
  add(node: NodeIndex, sample: SampleIndex): void {
    const numbers = this.cum.get(sample);
    if (numbers) numbers.push(this.numberOf(node));
    else this.cum.set(sample, [this.numberOf(node)]);
  }

  /** Adds a sample to the flat of a node. */
  addFlat(node: NodeIndex, sample: SampleIndex): void {
    this.flat.set(sample, this.numberOf(node));
  }

  /** The number of a node; a new node gets the next number. */
  numberOf(node: NodeIndex): number {
    const known = this.numbers.get(node);
    if (known !== undefined) return known;
    this.numbers.set(node, this.nodes.length);
    return this.nodes.push(node) - 1;
  }

  leafOf(sample: SampleIndex): number {
    return this.flat.get(sample) ?? NONE;
  }

  forEach(sample: SampleIndex, visit: (number: number) => void): void {
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
