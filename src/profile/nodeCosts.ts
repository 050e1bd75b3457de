import type { FrameNodes } from './frameNodes';
import type { Profile } from './model';

/** One entry a node, in the sample type's unit. */
export interface NodeCosts {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

/**
 * Sums samples over nodes. Flat goes to the innermost frame of the leaf location; cum once a sample to each distinct
 * node of the stack, however often it recurs: with the stack a ← b ← a (leaf first) and value 1, flat is 1 for a, cum 1
 * for a and 1 for b. Source: google/pprof internal/graph, newGraph.
 */
export function nodeCosts(profile: Profile, sampleType: number, frames: FrameNodes): NodeCosts {
  const { offsets } = profile.stacks;
  const values = profile.values[sampleType]!;
  const flat = new Float64Array(frames.nodes.length);
  const cum = new Float64Array(frames.nodes.length);
  const seenIn = new Uint32Array(frames.nodes.length);
  for (let sample = 0; sample < values.length; sample++) {
    const value = values[sample]!;
    const leaf = offsets[sample]!;
    const end = offsets[sample + 1]!;
    if (value === 0 || leaf === end) continue;
    flat[frames.rows[frames.offsets[profile.stacks.locations[leaf]!]!]!] += value;
    addOnce(profile.stacks.locations, leaf, end, frames, { cum, seenIn, stamp: sample + 1, value });
  }
  return { flat, cum };
}

interface Addition {
  readonly cum: Float64Array;
  /** The stamp of the last sample that was added to a node. */
  readonly seenIn: Uint32Array;
  readonly stamp: number;
  readonly value: number;
}

function addOnce(locations: Uint32Array, from: number, to: number, frames: FrameNodes, addition: Addition): void {
  const { cum, seenIn, stamp, value } = addition;
  const { offsets, rows } = frames;
  for (let i = from; i < to; i++) {
    const location = locations[i]!;
    const end = offsets[location + 1]!;
    for (let row = offsets[location]!; row < end; row++) {
      const node = rows[row]!;
      if (seenIn[node] === stamp) continue;
      seenIn[node] = stamp;
      cum[node]! += value;
    }
  }
}
