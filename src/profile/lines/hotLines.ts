import type { HotLine, HotLineView, LoopLines } from '../answers/lines';
import { oncePer } from '../memo';
import type { ChargedLines } from './chargedLines';
import { findSourceLine, type ProfileFrames } from './frames';
import type { LineCosts } from './lineCosts';
import { functionNamed } from '../text/functionNames';
import { basename } from '../text/shortNames';
import { NONE } from '../model';

/** For each source line: its file. */
const rowFiles = oncePer(({ sourceLines, functions }: ProfileFrames): Uint32Array => {
  const files = new Uint32Array(sourceLines.count);
  functions.files.forEach((_, file) => files.fill(file, sourceLines.offsets[file], sourceLines.offsets[file + 1]));
  return files;
});

/**
 * The heaviest lines of the included files, by the absolute value of the figure `order`; lines with 0 are left out.
 * @param charged charges of the same profile and sample type
 * @param isIncluded for each file: whether its lines are listed
 * @param leftOut for each source line: 1 if it is not listed
 */
export function hotLines(
  { frames, sums, ranges: rangesOf }: LineCosts,
  { order, limit }: HotLineView,
  charged: ChargedLines,
  isIncluded: readonly boolean[],
  leftOut?: Uint8Array,
): HotLine[] {
  const { sourceLines, functions } = frames;
  const values = order === 'charged' ? charged.values : sums[order];
  const heavier = (a: number, b: number) => Math.abs(values[b]) - Math.abs(values[a]) || a - b;
  const fileOf = rowFiles(frames);
  const rows: number[] = [];
  for (let row = 0; row < sourceLines.count; row++) {
    // Lines dropped by `drop_negative` have no samples.
    if (values[row] === 0 || sums.samples[row] === 0) continue;
    if (!isIncluded[fileOf[row]] || leftOut?.[row] === 1) continue;
    rows.push(row);
    // Sorting and cutting the list as it grows keeps the work linear in the number of lines.
    if (rows.length >= 2 * limit + 1000) rows.sort(heavier).splice(limit);
  }
  return rows.sort(heavier).slice(0, limit).map((row) => {
    const line = sourceLines.line[row];
    const ranges = rangesOf[fileOf[row]];
    const enclosing = ranges.filter(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
    return {
      file: functions.files[fileOf[row]],
      line,
      function: enclosing.at(-1)?.name ?? '',
      charged: charged.values[row],
      flat: sums.flat[row],
      cum: sums.cum[row],
    };
  });
}

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
