import { findSourceLine } from './frames';
import type { ProfileFrames } from './frames';
import { functionNamed } from '../text/functionNames';
import { basename } from '../text/shortNames';
import { NONE } from '../model';
import type { LoopLines } from '../answers/lines';

/**
 * For each source line: 1 if it belongs to the loop of a benchmark, not to the code under test. These are the headers
 * of its loops, and the lines of its functions to which nothing is charged, because they only call charged lines.
 *
 *     func BenchmarkX(b *testing.B) {
 *         for b.Loop() {          // left out
 *             Parse(text)         // left out if Parse is in the files: its lines are charged
 *             json.Marshal(value) // stays: it is charged the cost of the library
 *
 * @param charged for each source line: the number of samples charged to it
 */
export function loopRows(frames: ProfileFrames, loops: readonly LoopLines[], charged: Uint32Array): Uint8Array {
  const { functions, function: functionOf, sourceLine, sourceLines } = frames;
  const rows = new Uint8Array(sourceLines.count);
  const loopOf = functions.files.map((file) => loops.find((candidate) => candidate.file === basename(file)));
  const isLoopFunction = functions.names.map((name, id) =>
    loopOf[functions.file[id]]?.functions.some((loopFunction) => functionNamed(name, loopFunction)) ?? false);
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
