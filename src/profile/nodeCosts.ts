import type { FrameNodes } from './frameNodes';
import type { Profile } from './model';
import { OnceSums } from './onceSums';
import { stackTrieOf } from './stackTrie';
import { trieWeights } from './trieWeights';

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
  const trie = stackTrieOf(profile);
  const { self, total, samples } = trieWeights(trie, profile.values[sampleType]!);
  const { offsets, rows } = frames;
  const flat = new Float64Array(frames.nodes.length);
  const cum = new OnceSums(frames.nodes.length);
  for (let at = 1; at < trie.count; at++) {
    const end = trie.end[at]!;
    if (samples[at] === 0) {
      at = end - 1;
      continue;
    }
    const location = trie.location[at]!;
    flat[rows[offsets[location]!]!]! += self[at]!;
    for (let row = offsets[location]!; row < offsets[location + 1]!; row++) cum.add(rows[row]!, at, end, total[at]!);
  }
  return { flat, cum: cum.sums };
}
