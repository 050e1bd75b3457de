import type { StackTrie } from '../../../../src/profile/flame/stackTrie';

/** The sums of one sample type at the nodes of a stack trie. Samples with value 0 do not count, as in pprof. */
export interface TrieWeights {
  /** Sum over the samples whose stack ends at the node. */
  readonly self: Float64Array;
  /** Sum over the samples whose stack passes through the node. */
  readonly total: Float64Array;
  /** Number of samples whose stack passes through the node. */
  readonly samples: Uint32Array;
}

/** @param values one value per sample */
export function trieWeights(trie: StackTrie, values: Float64Array): TrieWeights {
  const { count, parent, sampleNode } = trie;
  const self = new Float64Array(count);
  const samples = new Uint32Array(count);
  for (let sample = 0; sample < values.length; sample++) {
    const value = values[sample]!;
    if (value === 0) continue;
    const node = sampleNode[sample]!;
    self[node]! += value;
    samples[node]!++;
  }
  const total = self.slice();
  for (let node = count - 1; node > 0; node--) {
    if (samples[node] === 0) continue;
    const parentNode = parent[node]!;
    total[parentNode]! += total[node]!;
    samples[parentNode]! += samples[node]!;
  }
  return { self, total, samples };
}
