import type { FrameNodes } from '../profile/frameNodes';
import type { Profile } from '../profile/model';
import { stackTrieOf } from '../profile/stackTrie';
import { trieWeights } from '../profile/trieWeights';

/** No caller: before the first frame of a stack. */
const NOBODY = -1;

/** One node's calls of another, over all samples. */
interface Edge {
  weight: number;
  /** Whether the callee was inlined wherever the call was seen. */
  inlined: boolean;
  /** Samples that end in the stack trie before this have been counted. */
  coveredTo: number;
}

export interface EdgeLimits {
  /** Nodes that are shown, or undefined for all; calls through others count as calls by the next one shown. */
  readonly shown: ReadonlySet<number> | undefined;
  /** Calls of less weight than this say nothing. */
  readonly leastWeight: number;
}

/**
 * What pprof's top prints behind a node: `(inline)` where all calls to it were inlined, `(partial-inline)` where some
 * were, nothing otherwise. A sample counts once for a call, as its outermost occurrence in the stack is.
 * Source: google/pprof internal/graph newGraph, internal/report TextItems.
 */
export function inlineLabels(
  profile: Profile,
  sampleType: number,
  frames: FrameNodes,
  limits: EdgeLimits,
): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  for (const [callee, callers] of callersOfInlined(profile, sampleType, frames, limits.shown)) {
    const kept = [...callers.values()].filter(({ weight }) => Math.abs(weight) >= limits.leastWeight);
    const inlined = kept.filter((edge) => edge.inlined).length;
    if (inlined > 0) labels.set(callee, inlined === kept.length ? '(inline)' : '(partial-inline)');
  }
  return labels;
}

type Callers = Map<number, Edge>;

function callersOfInlined(
  profile: Profile,
  sampleType: number,
  frames: FrameNodes,
  shown: ReadonlySet<number> | undefined,
): ReadonlyMap<number, Callers> {
  const callers = inlinedNodes(frames);
  const trie = stackTrieOf(profile);
  const { total, samples } = trieWeights(trie, profile.values[sampleType]!);
  /** For each node of the trie: the innermost frame shown up to there. */
  const innermost = new Int32Array(trie.count).fill(NOBODY);
  for (let at = 1; at < trie.count; at++) {
    let caller = innermost[trie.parent[at]!]!;
    const location = trie.location[at]!;
    const outermost = frames.offsets[location + 1]! - 1;
    for (let row = outermost; row >= frames.offsets[location]!; row--) {
      const callee = frames.rows[row]!;
      if (samples[at] === 0 || shown?.has(callee) === false) continue;
      if (caller !== NOBODY && caller !== callee) {
        const call = { weight: total[at]!, inlined: row !== outermost, coveredTo: trie.end[at]! };
        addCall(callers.get(callee), caller, call, at);
      }
      caller = callee;
    }
    innermost[at] = caller;
  }
  return callers;
}

/** Only nodes that are inlined anywhere can get a label. */
function inlinedNodes({ offsets, rows }: FrameNodes): Map<number, Callers> {
  const nodes = new Map<number, Callers>();
  for (let location = 0; location + 1 < offsets.length; location++) {
    const outermost = offsets[location + 1]! - 1;
    for (let row = offsets[location]!; row < outermost; row++) nodes.set(rows[row]!, new Map());
  }
  return nodes;
}

function addCall(callers: Callers | undefined, caller: number, call: Edge, at: number): void {
  const edge = callers?.get(caller);
  if (edge === undefined) {
    callers?.set(caller, call);
  } else if (edge.coveredTo <= at) {
    edge.weight += call.weight;
    edge.inlined &&= call.inlined;
    edge.coveredTo = call.coveredTo;
  }
}
