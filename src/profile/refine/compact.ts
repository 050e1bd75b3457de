import { NONE, type Profile, type StackColumns } from '../model';
import { pickPositions } from '../wire/positions';
import { trimmed } from './narrow';
import { pickSamples } from './pickRows';

/** 1 for each sample that has a value other than 0. */
export function nonZeroSamples({ values, sampleCount }: Profile): Uint8Array {
  const isPicked = new Uint8Array(sampleCount);
  for (const column of values) for (let i = 0; i < sampleCount; i++) if (column[i] !== 0) isPicked[i] = 1;
  return isPicked;
}

/**
 * Keeps the samples with a 1 in `isPicked`, and the locations, functions and mappings that they use, renumbered in
 * order of first use. The first mapping stays the first.
 */
export function compacted(profile: Profile, isPicked: Uint8Array): Profile {
  const locations = new Renumbering(profile.locations.count);
  const functions = new Renumbering(profile.functions.count);
  const mappings = new Renumbering(profile.mappings.length);
  if (profile.mappings.length > 0) mappings.of(0);
  const picked = pickSamples(profile, isPicked, pickStacks(profile.stacks, isPicked, locations));
  const lines = linesOf(profile, locations.order);
  const functionOfLine = lines.map((line) => functions.of(profile.lines.function[line]));
  const mappingOfLocation = locations.order.map((row) => mappings.of(profile.locations.mapping[row]));
  const offsets = new Uint32Array(locations.order.length + 1);
  locations.order.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + profile.locations.lineOffsets[row + 1] - profile.locations.lineOffsets[row];
  });
  return {
    ...picked,
    locations: {
      count: locations.order.length,
      mapping: Uint32Array.from(mappingOfLocation),
      lineOffsets: offsets,
      address: BigUint64Array.from(locations.order, (row) => profile.locations.address[row]),
      folded: Uint8Array.from(locations.order, (row) => profile.locations.folded[row]),
    },
    lines: {
      count: lines.length,
      function: Uint32Array.from(functionOfLine),
      line: pickPositions(profile.lines.line, lines),
      column: pickPositions(profile.lines.column, lines),
    },
    functions: functionsOf(profile, functions.order),
    mappings: mappings.order.map((row) => profile.mappings[row]),
  };
}

/** Renumbers rows in the order of their first use. */
class Renumbering {
  /** The old rows in their new order. */
  readonly order: number[] = [];
  /** For each old row: its new row, or NONE if it is not used. */
  readonly numbers: Uint32Array;

  constructor(count: number) {
    this.numbers = new Uint32Array(count).fill(NONE);
  }

  of(row: number): number {
    if (row === NONE) return NONE;
    if (this.numbers[row] === NONE) this.numbers[row] = this.order.push(row) - 1;
    return this.numbers[row];
  }
}

function pickStacks({ offsets, locations }: StackColumns, isPicked: Uint8Array, rows: Renumbering): StackColumns {
  const { numbers } = rows;
  const picked = { offsets: new Uint32Array(offsets.length), locations: new Uint32Array(locations.length) };
  let count = 0;
  let used = 0;
  for (let sample = 0; sample < isPicked.length; sample++) {
    if (isPicked[sample] === 0) continue;
    for (let i = offsets[sample]; i < offsets[sample + 1]; i++) {
      const number = numbers[locations[i]];
      picked.locations[used++] = number === NONE ? rows.of(locations[i]) : number;
    }
    picked.offsets[++count] = used;
  }
  return { offsets: trimmed(picked.offsets, count + 1), locations: trimmed(picked.locations, used) };
}

function linesOf({ locations }: Profile, rows: readonly number[]): number[] {
  const lines: number[] = [];
  for (const row of rows) {
    for (let line = locations.lineOffsets[row]; line < locations.lineOffsets[row + 1]; line++) lines.push(line);
  }
  return lines;
}

function functionsOf({ functions }: Profile, rows: readonly number[]): Profile['functions'] {
  const picked = (column: Uint32Array): Uint32Array => Uint32Array.from(rows, (row) => column[row]);
  return {
    count: rows.length,
    name: picked(functions.name),
    systemName: picked(functions.systemName),
    filename: picked(functions.filename),
    startLine: pickPositions(functions.startLine, rows),
  };
}
