import { NONE } from './model';
import type { StackColumns } from './model';

/** What the frames of locations count towards: location `i` has `keys[offsets[i] … offsets[i + 1])`, leaf first. */
export interface FrameKeys {
  readonly offsets: Uint32Array;
  /** Below `count`, or NONE for a frame that counts towards nothing. */
  readonly keys: Uint32Array;
  readonly count: number;
}

/** Sums by key, for one column of values. */
export interface KeySums {
  /** Over samples whose innermost frame has the key. */
  readonly flat: Float64Array;
  /** Over samples in whose stack the key occurs, each once. */
  readonly cum: Float64Array;
  /** How many samples are in `cum`; those with value 0 do not count, as in pprof. */
  readonly samples: Uint32Array;
  /** By location: 1 where it is in the stack of a sample that counts. */
  readonly seenLocation: Uint8Array;
}

/**
 * Sums a column of values (one a sample) over the stacks: with keys f, g and the stack f ← g ← f (leaf first) of value
 * 1, flat is 1 for f, cum 1 for f and 1 for g. A stamp a key tells what the sample was added to already. This plain
 * pass was measured to be two to three times faster than one over a trie of the stacks or over what differs between
 * neighbouring stacks: it reads in order and writes to little.
 */
export function sumStacks(stacks: StackColumns, values: Float64Array, frames: FrameKeys): KeySums {
  const { offsets, locations } = stacks;
  const sums = new Sums(frames);
  for (let sample = 0; sample < values.length; sample++) {
    const value = values[sample]!;
    const leaf = offsets[sample]!;
    const end = offsets[sample + 1]!;
    if (value === 0 || leaf === end) continue;
    sums.addFlat(locations[leaf]!, value);
    sums.addCum(locations, leaf, end, sample + 1, value);
  }
  return sums;
}

class Sums implements KeySums {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly samples: Uint32Array;
  readonly seenLocation: Uint8Array;
  private readonly stamps: Uint32Array;

  constructor(private readonly frames: FrameKeys) {
    this.flat = new Float64Array(frames.count);
    this.cum = new Float64Array(frames.count);
    this.samples = new Uint32Array(frames.count);
    this.stamps = new Uint32Array(frames.count);
    this.seenLocation = new Uint8Array(frames.offsets.length - 1);
  }

  addFlat(leafLocation: number, value: number): void {
    const key = this.frames.keys[this.frames.offsets[leafLocation]!]!;
    if (key !== NONE) this.flat[key]! += value;
  }

  /** @param stamp another one for each sample, never 0 */
  addCum(locations: Uint32Array, from: number, to: number, stamp: number, value: number): void {
    const { cum, samples, stamps, seenLocation } = this;
    const { offsets, keys } = this.frames;
    for (let at = from; at < to; at++) {
      const location = locations[at]!;
      seenLocation[location] = 1;
      const end = offsets[location + 1]!;
      for (let frame = offsets[location]!; frame < end; frame++) {
        const key = keys[frame]!;
        if (key === NONE || stamps[key] === stamp) continue;
        stamps[key] = stamp;
        cum[key]! += value;
        samples[key]!++;
      }
    }
  }
}
