import type { HotLine, HotLineView } from '../answers/lines';
import { oncePer } from '../memo';
import type { ChargedLines } from './chargedLines';
import type { ProfileFrames } from './frames';
import type { LineCosts } from './lineCosts';

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
