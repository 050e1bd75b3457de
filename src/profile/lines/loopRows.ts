import { findSourceLine } from './frames';
import type { ProfileFrames } from './frames';
import { basename, functionNamed } from '../text/names';
import { NONE } from '../model';
import type { LoopLines } from '../answers/lines';

/**
 * By source line: 1 where it is a benchmark's own loop, which is no part of what is measured. These are the headers of
 * its loops, and those lines of its functions to which nothing is charged: they only pass on what others cost.
 *
 *     func BenchmarkX(b *testing.B) {
 *         for b.Loop() {          // left out
 *             Parse(text)         // left out where Parse is in the files: its lines are charged
 *             json.Marshal(value) // stays: the line of one's own code that causes the cost
 *
 * @param charged by source line: samples charged to it
 */
export function loopRows(frames: ProfileFrames, loops: readonly LoopLines[], charged: Uint32Array): Uint8Array {
  const { functions, function: functionOf, sourceLine, sourceLines } = frames;
  const rows = new Uint8Array(sourceLines.count);
  const loopOf = functions.files.map((file) => loops.find((each) => each.file === basename(file)));
  const isLoopFunction = functions.names.map((name, id) =>
    loopOf[functions.file[id]]?.functions.some((own) => functionNamed(name, own)) ?? false);
  functionOf.forEach((id, frame) => {
    const row = sourceLine[frame];
    if (isLoopFunction[id] && row !== NONE && charged[row] === 0) rows[row] = 1;
  });
  loopOf.forEach((loop, file) => {
    for (const [first, last] of loop?.lines ?? []) {
      for (let line = first; line <= last; line++) {
        const row = findSourceLine(sourceLines, file, line);
        if (row !== NONE) rows[row] = 1;
      }
    }
  });
  return rows;
}
