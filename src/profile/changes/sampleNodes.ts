import { NONE, type Profile } from '../model';
import type { FrameKeys } from '../sums/keySums';
import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';

/** The nodes of a sample's stack. */
export interface SampleNodes {
  /** The node whose flat contains the sample's value, or NONE. */
  leafOf(sample: number): number;
  /** Visits each node whose cum contains the sample's value, once. */
  forEach(sample: number, visit: (node: number) => void): void;
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
export function* eachSample(profile: Profile, visit: (sample: number) => void): Steps<void> {
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    visit(sample);
    if (sample % STEP_SAMPLES === STEP_SAMPLES - 1) yield;
  }
}
