import type { FrameNodes } from '../profile/frameNodes';
import type { Profile } from '../profile/model';

/** No node: before the first frame of a stack. */
const NOBODY = -1;

/** One call of a function by another, over all samples. */
interface Edge {
  weight: number;
  /** Whether the callee was inlined wherever the call was seen. */
  inlined: boolean;
  /** The last sample in which the call was seen, from 1. */
  seenIn: number;
}

export interface EdgeLimits {
  /** Nodes that are shown, or undefined for all; calls through others count as calls by the next one shown. */
  readonly shown: ReadonlySet<number> | undefined;
  /** Calls of less weight than this say nothing. */
  readonly leastWeight: number;
}

/**
 * What pprof's top prints behind a node: `(inline)` where all calls to it were inlined, `(partial-inline)` where some
 * were, nothing otherwise. Source: google/pprof internal/graph newGraph, internal/report TextItems.
 */
export function inlineLabels(
  profile: Profile,
  sampleType: number,
  frames: FrameNodes,
  limits: EdgeLimits,
): ReadonlyMap<number, string> {
  const collector = new EdgeCollector(profile, frames, limits.shown);
  profile.values[sampleType]!.forEach((value, sample) => {
    if (value !== 0) collector.add(sample, value);
  });
  const labels = new Map<number, string>();
  for (const [callee, callers] of collector.callers) {
    const kept = [...callers.values()].filter(({ weight }) => Math.abs(weight) >= limits.leastWeight);
    const inlined = kept.filter((edge) => edge.inlined).length;
    if (inlined > 0) labels.set(callee, inlined === kept.length ? '(inline)' : '(partial-inline)');
  }
  return labels;
}

class EdgeCollector {
  /** For each node that is ever inlined: the calls to it, by caller. */
  readonly callers = new Map<number, Map<number, Edge>>();

  constructor(
    private readonly profile: Profile,
    private readonly frames: FrameNodes,
    private readonly shown: ReadonlySet<number> | undefined,
  ) {
    const { offsets, rows } = frames;
    for (let location = 0; location + 1 < offsets.length; location++) {
      const outermost = offsets[location + 1]! - 1;
      for (let row = offsets[location]!; row < outermost; row++) this.callers.set(rows[row]!, new Map());
    }
  }

  /** Walks the sample's stack from the root. */
  add(sample: number, value: number): void {
    const { offsets, locations } = this.profile.stacks;
    let caller = NOBODY;
    for (let i = offsets[sample + 1]! - 1; i >= offsets[sample]!; i--) {
      const first = this.frames.offsets[locations[i]!]!;
      const outermost = this.frames.offsets[locations[i]! + 1]! - 1;
      for (let row = outermost; row >= first; row--) {
        const node = this.frames.rows[row]!;
        if (this.shown?.has(node) === false) continue;
        if (caller !== NOBODY && caller !== node) this.addCall(caller, node, row !== outermost, sample + 1, value);
        caller = node;
      }
    }
  }

  private addCall(caller: number, callee: number, inlined: boolean, stamp: number, value: number): void {
    const callers = this.callers.get(callee);
    if (callers === undefined) return;
    const edge = callers.get(caller);
    if (edge === undefined) {
      callers.set(caller, { weight: value, inlined, seenIn: stamp });
    } else if (edge.seenIn !== stamp) {
      edge.seenIn = stamp;
      edge.weight += value;
      edge.inlined &&= inlined;
    }
  }
}
