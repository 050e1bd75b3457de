import type { Profile } from '../model';

/** The profile without the lines that have a 0 in `kept`; locations stay, if without lines. */
export function pickLines(profile: Profile, kept: Uint8Array): Profile {
  const { locations, lines } = profile;
  const lineOffsets = new Uint32Array(locations.count + 1);
  const rows = new Uint32Array(lines.count);
  let count = 0;
  for (let location = 0; location < locations.count; location++) {
    for (let line = locations.lineOffsets[location]!; line < locations.lineOffsets[location + 1]!; line++) {
      if (kept[line] === 1) rows[count++] = line;
    }
    lineOffsets[location + 1] = count;
  }
  const picked = (column: Uint32Array): Uint32Array => rows.subarray(0, count).map((line) => column[line]!);
  return {
    ...profile,
    locations: { ...locations, lineOffsets },
    lines: { count, function: picked(lines.function), line: picked(lines.line), column: picked(lines.column) },
  };
}
