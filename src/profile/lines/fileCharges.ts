import type { ChargedLines } from './chargedLines';
import type { ProfileFrames } from './frames';

/** The sum of what is charged to the lines of each of these files, in their order; 0 for a file without lines. */
export function fileCharges(
  { functions, sourceLines }: ProfileFrames,
  { values }: ChargedLines,
  files: readonly string[],
): Float64Array {
  const indexes = new Map(functions.files.map((file, i) => [file, i]));
  return Float64Array.from(files, (name) => {
    const file = indexes.get(name);
    if (file === undefined) return 0;
    let sum = 0;
    for (let row = sourceLines.offsets[file]; row < sourceLines.offsets[file + 1]; row++) sum += values[row];
    return sum;
  });
}
