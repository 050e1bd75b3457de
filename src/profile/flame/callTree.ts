import type { NodeChanges } from '../changes/nodeChanges';
import { LineSums } from './callLines';
import { callShapeInSteps } from './callShape';
import type { CallShape } from './callShape';
import { CHECK_MASK, checkpoint, claim, finish, type Steps } from '../common/guard';
import { framesOf } from '../lines/frames';
import type { MergedFunctions, ProfileFrames } from '../lines/frames';
import { NONE } from '../model';
import type { Profile } from '../model';
import { float64Array } from '../common/largeArrays';
import { profileTotal } from '../sums/profileTotal';
import type { StackView } from '../answers/flame';

/**
 * The calls of one sample type as a tree of functions (merged by name and file). Columns by node; node 0 is the root,
 * parents have smaller numbers than their children. The same profile, sample type and view give the same numbers.
 * Contains only calls in samples with a non-zero value. For the samples `main;a;b 1`, `main;a 2` and `main;c 3`:
 *
 *     node   0 (root)  1 main  2 a  3 b  4 c
 *     cum    6         6       3    1    3
 *     flat   0         0       2    1    3
 */
export interface CallTree {
  /** The name of a root that is not a function. */
  readonly rootName: string;
  readonly total: number;
  readonly unit: string;
  /** See FlameWindow. */
  readonly covered: number;
  readonly functions: MergedFunctions;
  readonly count: number;
  readonly parent: Uint32Array;
  /** Index into `functions`; NONE for a root that is not a function. */
  readonly function: Uint32Array;
  /** 0: none. */
  readonly firstChild: Uint32Array;
  readonly nextSibling: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** Sum of |value|; equal to cum if no value is negative. */
  readonly size: Float64Array;
  /** Whether the profile has negative values of this sample type. */
  readonly signed: boolean;
  /** 1-based line with the largest |cum| in the node; 0 if none is known. */
  readonly line: Uint32Array;
  /** 1 if every call was inlined into the caller. */
  readonly inlined: Uint8Array;
  /** The verdicts about cum; set in a difference of costs per operation. */
  readonly changes?: NodeChanges;
}

/** Builds the call tree of one sample type. */
export function buildCallTree(profile: Profile, sampleType: number, view?: StackView): CallTree {
  return finish(callTreeInSteps(profile, sampleType, finish(callShapeInSteps(profile, sampleType, view))));
}

/** Builds the call tree. @param shape the calls of this sample type, or of one with the same non-zero samples */
export function* callTreeInSteps(profile: Profile, sampleType: number, shape: CallShape): Steps<CallTree> {
  const values = profile.values[sampleType];
  const { rootName, count, parent, function: functionOf, firstChild, nextSibling, inlined } = shape;
  claim(28 * count);
  const { flat, cum } = callSums(shape, values);
  const signed = values.some((value) => value < 0);
  const size = signed ? addToCallers(leafSums(shape, values.map(Math.abs)), parent) : cum;
  yield;
  const line = yield* hottestLines(framesOf(profile), shape, values);
  return {
    rootName,
    total: profileTotal(profile, sampleType),
    unit: profile.sampleTypes[sampleType].unit,
    covered: shareOf(size[0], values),
    functions: framesOf(profile).functions,
    count,
    parent,
    function: functionOf,
    firstChild,
    nextSibling,
    inlined,
    flat,
    cum,
    size,
    signed,
    line,
  };
}

/** The sums of a column of values by call, as flat and as cum. */
export function callSums(shape: CallShape, values: Float64Array): Pick<CallTree, 'flat' | 'cum'> {
  const flat = leafSums(shape, values);
  return { flat, cum: addToCallers(flat.slice(), shape.parent) };
}

/** The sums of samples by the call of their leaf. */
function leafSums({ trie, innermost, count }: CallShape, values: Float64Array): Float64Array {
  const sums = float64Array(count);
  for (let sample = 0; sample < values.length; sample++) {
    if (values[sample] === 0) continue;
    const call = innermost[trie.sampleNode[sample]];
    if (call !== NONE) sums[call] += values[sample];
  }
  return sums;
}

/** Adds every call's sum to its caller's, in place; returns the sums. */
function addToCallers(sums: Float64Array, parent: Uint32Array): Float64Array {
  for (let call = sums.length - 1; call > 0; call--) {
    sums[parent[call]] += sums[call];
    if ((call & CHECK_MASK) === 0) checkpoint();
  }
  return sums;
}

/** The number of nodes in one step, which takes a few milliseconds. */
const STEP_NODES = 1 << 17;

function* hottestLines(frames: ProfileFrames, shape: CallShape, values: Float64Array): Steps<Uint32Array> {
  const { trie, count } = shape;
  claim(8 * trie.count);
  const through = float64Array(trie.count);
  for (let sample = 0; sample < values.length; sample++) through[trie.sampleNode[sample]] += values[sample];
  addToCallers(through, trie.parent);
  subtractRestarts(through, shape);
  const lines = new LineSums(shape.lines);
  const { frameCalls } = shape;
  let callsAt = 0;
  for (let from = 1; from < trie.count; from += STEP_NODES) {
    yield;
    const range = { from, to: Math.min(trie.count, from + STEP_NODES), through };
    if (frameCalls === undefined) addLines(lines, frames, shape, range);
    else callsAt = addLinesOfCalls(lines, frames, shape, { ...range, frameCalls, callsAt });
  }
  return lines.hottest(count);
}

/** Where a stack starts again at a node, subtracts its samples from all nodes above, to which they do not belong. */
function subtractRestarts(through: Float64Array, { trie, restarts }: CallShape): void {
  for (const node of restarts) {
    for (let above = trie.parent[node]; above !== 0; above = trie.parent[above]) through[above] -= through[node];
  }
}

/** `size` as a fraction of the sum of |value| over all samples; 1 if that sum is 0. */
function shareOf(size: number, values: Float64Array): number {
  let all = 0;
  for (let sample = 0; sample < values.length; sample++) all += Math.abs(values[sample]);
  return all === 0 ? 1 : size / all;
}

/** A range of nodes of the trie, and the sums of the samples through each node. */
interface NodeRange {
  readonly from: number;
  readonly to: number;
  readonly through: Float64Array;
}

/** Adds the frames of each node, from the innermost one outwards, to the call of `innermost` and its callers. */
function addLines(lines: LineSums, frames: ProfileFrames, shape: CallShape, { from, to, through }: NodeRange): void {
  const { trie, innermost, parent } = shape;
  const { offsets, line } = frames;
  for (let node = from; node < to; node++) {
    let call = innermost[node];
    if (call === NONE) continue;
    const end = offsets[trie.location[node] + 1];
    for (let frame = offsets[trie.location[node]]; frame < end; frame++) {
      lines.add(call, line[frame], through[node]);
      if (call === 0) break;
      call = parent[call];
    }
  }
}

/** A range of nodes, and the index in `frameCalls` at which the calls of its first node begin. */
interface NodeRangeWithCalls extends NodeRange {
  readonly frameCalls: Uint32Array;
  readonly callsAt: number;
}

/** Adds each frame to its call, each sample once per line; returns where the calls of the next range begin. */
function addLinesOfCalls(lines: LineSums, frames: ProfileFrames, shape: CallShape, range: NodeRangeWithCalls): number {
  const { trie, innermost } = shape;
  const { from, to, through, frameCalls, callsAt } = range;
  let at = callsAt;
  for (let node = from; node < to; node++) {
    if (innermost[node] === NONE) continue;
    const samples = { node, end: trie.end[node] };
    const end = frames.offsets[trie.location[node] + 1];
    for (let frame = frames.offsets[trie.location[node]]; frame < end; frame++) {
      const call = frameCalls[at++];
      if (call !== NONE) lines.addOnce(call, frames.line[frame], through[node], samples);
    }
  }
  return at;
}
