import type { CallShape } from './callShape';
import { addToCallers } from './callSums';
import { LineSums } from './lineSums';
import { CHECK_MASK, checkpoint, claim } from '../common/guard';
import { float64Array, uint32Array } from '../common/largeArrays';
import type { ProfileFrames } from '../lines/frames';
import { NONE } from '../model';

/** Finds the lines of a tree's calls when they are asked for, because a window shows few calls of a large tree. */
export interface HottestLines {
  /** For each of these calls: the 1-based line with the largest |sum| of samples, 0 if none is known. */
  of(calls: readonly number[]): Uint32Array;
}

/** The caller of a wanted call, if it is not wanted itself. */
const ABOVE = NONE;

/** The hottest lines of the calls of a shape. */
export class CallLines implements HottestLines {
  /** For each node of the trie: the sum of the samples through it that belong to the calls above. */
  readonly through: Float64Array;

  /** @param values a column of values by sample */
  constructor(
    private readonly frames: ProfileFrames,
    private readonly shape: CallShape,
    values: Float64Array,
  ) {
    const { trie } = shape;
    claim(8 * trie.count);
    this.through = float64Array(trie.count);
    for (let sample = 0; sample < values.length; sample++) this.through[trie.sampleNode[sample]] += values[sample];
    addToCallers(this.through, trie.parent);
    subtractRestarts(this.through, shape);
  }

  of(calls: readonly number[]): Uint32Array {
    const { count, function: functionOf, frameCalls } = this.shape;
    claim(4 * count);
    // For each call: its number among `calls`, from 1; ABOVE; or 0.
    const slots = uint32Array(count);
    calls.forEach((call, index) => {
      slots[call] = index + 1;
    });
    if (functionOf[0] === NONE) slots[0] = ABOVE;
    for (const call of calls) this.markAbove(call, slots);
    const sums = new LineSums(calls.length + 1);
    if (frameCalls === undefined) this.addLines(sums, slots);
    else this.addLinesOfCalls(sums, slots, frameCalls);
    const hottest = sums.hottest();
    return Uint32Array.from(calls, (call) => (slots[call] === ABOVE ? 0 : hottest[slots[call]]));
  }

  private markAbove(call: number, slots: Uint32Array): void {
    const { parent } = this.shape;
    for (let above = call; above !== 0; ) {
      above = parent[above];
      if (slots[above] !== 0) return;
      slots[above] = ABOVE;
    }
  }

  /** Adds the frames of each node, from the innermost one outwards, to the call of `innermost` and its callers. */
  private addLines(sums: LineSums, slots: Uint32Array): void {
    const { frames: { offsets, line }, shape: { trie, innermost, parent, restarts }, through } = this;
    const { end, location, count } = trie;
    for (let node = 1; node < count; node++) {
      if ((node & CHECK_MASK) === 0) checkpoint();
      const inner = innermost[node];
      if (inner === NONE) continue;
      const stop = offsets[location[node] + 1];
      let call = inner;
      for (let frame = offsets[location[node]]; frame < stop; frame++) {
        const slot = slots[call];
        if (slot !== 0 && slot !== ABOVE) sums.add(slot, line[frame], through[node]);
        if (call === 0) break;
        call = parent[call];
      }
      // All nodes below are of calls below, which are not wanted either, unless a stack starts again there.
      if (slots[inner] === 0 && restarts.length === 0) node = end[node] - 1;
    }
  }

  /** Adds each frame to its call, each sample once per line. */
  private addLinesOfCalls(sums: LineSums, slots: Uint32Array, frameCalls: Uint32Array): void {
    const { frames: { offsets, line }, shape: { trie, innermost }, through } = this;
    const { end, location, count } = trie;
    let at = 0;
    for (let node = 1; node < count; node++) {
      if ((node & CHECK_MASK) === 0) checkpoint();
      if (innermost[node] === NONE) continue;
      const samples = { node, end: end[node] };
      const stop = offsets[location[node] + 1];
      for (let frame = offsets[location[node]]; frame < stop; frame++) {
        const call = frameCalls[at++];
        const slot = call === NONE ? 0 : slots[call];
        if (slot !== 0 && slot !== ABOVE) sums.addOnce(slot, line[frame], through[node], samples);
      }
    }
  }
}

/** Where a stack starts again at a node, subtracts its samples from all nodes above, to which they do not belong. */
function subtractRestarts(through: Float64Array, { trie, restarts }: CallShape): void {
  for (const node of restarts) {
    for (let above = trie.parent[node]; above !== 0; above = trie.parent[above]) through[above] -= through[node];
  }
}
