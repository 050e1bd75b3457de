import { type CallTree, frameName } from './callTree';
import type { CallShape } from './callShape';
import { CHECK_MASK, checkpoint, claim } from '../common/guard';
import { float64Array, uint32Array } from '../common/largeArrays';
import type { LineFrame, SourceLine } from '../answers/flame';
import { samplesThrough } from './hottestLines';
import { findSourceLine, framesOf } from '../lines/frames';
import { NONE, type Profile } from '../model';

/**
 * The frame that has most of a line's cost, by |sum|; among equals the largest, then the outermost one. For f.go:2 in
 *
 *     main;f@f.go:2 3    main;g;f@f.go:2 4    main;h;f@f.go:9 9
 *
 * it is the call of f by g.
 * @param shape the calls of the tree
 * @returns undefined if no frame of the tree has samples of the line
 */
export function lineFrame(
  profile: Profile,
  sampleType: number,
  { shape, tree }: { readonly shape: CallShape; readonly tree: CallTree },
  { file, line }: SourceLine,
): LineFrame | undefined {
  const { functions, sourceLines } = framesOf(profile);
  const fileIndex = functions.files.indexOf(file);
  const sought = fileIndex < 0 || line <= 0 ? NONE : findSourceLine(sourceLines, fileIndex, line);
  if (sought === NONE) return undefined;
  const { sums, ends } = lineSums(profile, sampleType, shape, sought);
  let best = NONE;
  for (let call = 0; call < tree.count; call++) {
    // A frame without a size is not drawn.
    if (ends[call] === 0 || tree.size[call] === 0) continue;
    const more = best === NONE ? 1 : Math.abs(sums[call]) - Math.abs(sums[best]);
    if (more > 0 || (more === 0 && tree.size[call] > tree.size[best])) best = call;
  }
  return best === NONE ? undefined : { frame: best, function: frameName(tree, best) };
}

/** Adds each sample once per call, although recursion may have collapsed several frames to one call. */
function lineSums(profile: Profile, sampleType: number, shape: CallShape, sought: number) {
  const { trie: { count, location, end }, innermost, parent, frameCalls, function: functionOf } = shape;
  const { offsets, sourceLine, function: frameFunction } = framesOf(profile);
  const through = samplesThrough(shape, profile.values[sampleType]);
  claim(12 * shape.count);
  const sums = float64Array(shape.count);
  /** For each call with samples of the line: the end of the subtree of the last node added; see StackTrie. */
  const ends = uint32Array(shape.count);
  let at = 0;
  for (let node = 1; node < count; node++) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    let inner = innermost[node];
    if (inner === NONE) continue;
    const stop = offsets[location[node] + 1];
    for (let frame = offsets[location[node]]; frame < stop; frame++) {
      const call = frameCalls ? frameCalls[at++] : inner;
      // A call that stands for code that was left out has another function.
      const isSought = call !== NONE && sourceLine[frame] === sought && functionOf[call] === frameFunction[frame];
      if (isSought && ends[call] <= node) {
        sums[call] += through[node];
        ends[call] = end[node];
      }
      if (frameCalls) continue;
      if (inner === 0) break;
      inner = parent[inner];
    }
  }
  return { sums, ends };
}
