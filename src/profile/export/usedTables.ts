import { NONE, type Profile } from '../model';
import { pickPositions } from '../wire/positions';

/**
 * The profile without the locations, lines and functions that no sample uses. The others stay in their order. Functions
 * with the name of a used one stay too, because the file of a node is that of the first function with its name.
 */
export function withUsedTables(profile: Profile): Profile {
  const { stacks, locations, lines, functions } = profile;
  const usedLocations = new Uint8Array(locations.count);
  const usedLines = new Uint8Array(lines.count);
  const usedFunctions = new Uint8Array(functions.count);
  for (const location of stacks.locations) usedLocations[location] = 1;
  const locationRows = rowsOf(usedLocations);
  const lineOffsets = new Uint32Array(locationRows.length + 1);
  for (const [i, location] of locationRows.entries()) {
    const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
    lineOffsets[i + 1] = lineOffsets[i] + end - first;
    usedLines.fill(1, first, end);
    for (const used of lines.function.subarray(first, end)) if (used !== NONE) usedFunctions[used] = 1;
  }
  const usedNames = new Set(functions.name.filter((_, row) => usedFunctions[row] === 1));
  for (const [row, name] of functions.name.entries()) if (usedNames.has(name)) usedFunctions[row] = 1;
  const newLocations = numbersOf(usedLocations);
  const newFunctions = numbersOf(usedFunctions);
  const lineRows = rowsOf(usedLines);
  const functionRows = rowsOf(usedFunctions);
  const ofFunctions = (column: Uint32Array): Uint32Array => functionRows.map((row) => column[row]);
  return {
    ...profile,
    stacks: { offsets: stacks.offsets, locations: stacks.locations.map((location) => newLocations[location]) },
    locations: {
      count: locationRows.length,
      mapping: locationRows.map((row) => locations.mapping[row]),
      lineOffsets,
      address: BigUint64Array.from(locationRows, (row) => locations.address[row]),
      folded: Uint8Array.from(locationRows, (row) => locations.folded[row]),
    },
    lines: {
      count: lineRows.length,
      function: lineRows.map((row) => (lines.function[row] === NONE ? NONE : newFunctions[lines.function[row]])),
      line: pickPositions(lines.line, lineRows),
      column: pickPositions(lines.column, lineRows),
    },
    functions: {
      count: functionRows.length,
      name: ofFunctions(functions.name),
      systemName: ofFunctions(functions.systemName),
      filename: ofFunctions(functions.filename),
      startLine: pickPositions(functions.startLine, functionRows),
    },
  };
}

/** The rows with a 1, ascending. */
function rowsOf(isUsed: Uint8Array): Uint32Array {
  const rows = new Uint32Array(isUsed.length);
  let count = 0;
  for (let row = 0; row < isUsed.length; row++) if (isUsed[row] === 1) rows[count++] = row;
  return rows.slice(0, count);
}

/** For each row with a 1: its new number. */
function numbersOf(isUsed: Uint8Array): Uint32Array {
  let count = 0;
  return Uint32Array.from(isUsed, (used) => (used === 1 ? count++ : NONE));
}
