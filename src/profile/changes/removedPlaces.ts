import { framesOf } from '../lines/frames';
import type { Profile } from '../model';
import type { FrameKeys } from '../sums/keySums';

/** A place in a file where lines of the baseline were removed. */
export interface FilePlace {
  readonly file: string;
  /** The line above it; 0 at the start of the file. */
  readonly above: number;
}

/** The keys of all lines, then one per place where lines were removed: see `removedAt`. */
export interface LineAndPlaceKeys extends FrameKeys {
  /** The places, in the order of their keys. */
  readonly places: readonly FilePlace[];
}

/** The keys of all frames whose line is known, or known to be removed. */
export function lineAndPlaceKeys(profile: Profile): LineAndPlaceKeys {
  const { lines: { removedAt }, locations: { lineOffsets } } = profile;
  const { offsets, functions, function: functionOf, sourceLine, sourceLines: { count } } = framesOf(profile);
  if (!removedAt) return { offsets, keys: sourceLine, count, places: [] };
  const keys = sourceLine.slice();
  const numbers = new Map<string, number>();
  const places: FilePlace[] = [];
  for (let location = 0; location + 1 < offsets.length; location++) {
    for (let row = lineOffsets[location]; row < lineOffsets[location + 1]; row++) {
      if (removedAt[row] === 0) continue;
      const frame = offsets[location] + row - lineOffsets[location];
      const place = { file: functions.files[functions.file[functionOf[frame]]], above: removedAt[row] - 1 };
      const name = `${place.above} ${place.file}`;
      if (!numbers.has(name)) numbers.set(name, places.push(place) - 1);
      keys[frame] = count + numbers.get(name)!;
    }
  }
  return { offsets, keys, count: count + places.length, places };
}
