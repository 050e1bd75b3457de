import type { Profile } from '../model';
import { pickLineRows } from './lineRows';

/** Removes the lines with a 0 in `isKept`; locations stay, even without lines. */
export function pickLines(profile: Profile, isKept: Uint8Array): Profile {
  const { locations, lines } = profile;
  const lineOffsets = new Uint32Array(locations.count + 1);
  const rows = new Uint32Array(lines.count);
  let count = 0;
  for (let location = 0; location < locations.count; location++) {
    for (let line = locations.lineOffsets[location]; line < locations.lineOffsets[location + 1]; line++) {
      if (isKept[line] === 1) rows[count++] = line;
    }
    lineOffsets[location + 1] = count;
  }
  return {
    ...profile,
    locations: { ...locations, lineOffsets },
    lines: pickLineRows(lines, rows.subarray(0, count)),
  };
}
