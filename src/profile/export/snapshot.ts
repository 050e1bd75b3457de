import { checkpoint } from '../common/guard';
import { NONE, type Profile } from '../model';
import { stringTable } from '../strings';
import { pickPositions } from '../wire/positions';

/**
 * A copy of a profile as bytes, for the page that is exported with it. Unlike pprof's format, it has everything that
 * figures rest on: fractions, totals, and the two profiles of a difference. Other versions of Linecost cannot read it.
 *
 *     4 bytes   length of the JSON (little-endian)
 *     JSON      the profile; `{ "$column": 3 }` stands for a column, `{ "$bigint": "7" }` for a bigint
 *     columns   one after the other, each at a multiple of 8 bytes
 */

const COLUMN_TYPES = { Float64Array, Uint32Array, Uint8Array, BigUint64Array };

type ColumnType = keyof typeof COLUMN_TYPES;

type Column = InstanceType<(typeof COLUMN_TYPES)[ColumnType]>;

interface Head {
  readonly columns: readonly { readonly type: ColumnType; readonly length: number }[];
  readonly profile: unknown;
}

/** Columns start at multiples of this many bytes, as 64-bit columns need. */
const ALIGNMENT = 8;
const LENGTH_BYTES = 4;

/** The snapshot in pieces. Functions that no sample uses, and their names, are left out. */
export function* snapshotPieces(profile: Profile): Generator<Uint8Array, void, void> {
  const columns = new Map<Column, number>();
  const json = JSON.stringify(withUsedStrings(withUsedTables(profile)), (_, value: unknown) => {
    if (typeof value === 'bigint') return { $bigint: String(value) };
    if (!isColumn(value)) return value;
    if (!columns.has(value)) columns.set(value, columns.size);
    return { $column: columns.get(value) };
  });
  const kinds = [...columns.keys()].map((column) => ({ type: column.constructor.name, length: column.length }));
  const head = new TextEncoder().encode(`{"columns":${JSON.stringify(kinds)},"profile":${json}}`);
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, head.length, true);
  yield length;
  yield head;
  let written = LENGTH_BYTES + head.length;
  for (const { buffer, byteOffset, byteLength } of columns.keys()) {
    checkpoint();
    const gap = aligned(written) - written;
    if (gap > 0) yield new Uint8Array(gap);
    if (byteLength > 0) yield new Uint8Array(buffer, byteOffset, byteLength);
    written += gap + byteLength;
  }
}

/** The profile of a snapshot; its columns share the memory of `bytes`. Throws an Error if the bytes are damaged. */
export function readSnapshot(bytes: Uint8Array<ArrayBuffer>): Profile {
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const start = LENGTH_BYTES + headLength;
  const { columns: kinds, profile } = JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, start))) as Head;
  let at = start;
  const columns = kinds.map(({ type, length }) => {
    at = aligned(at);
    const column = new COLUMN_TYPES[type](bytes.buffer, bytes.byteOffset + at, length);
    at += column.byteLength;
    return column;
  });
  return revived(profile, columns) as Profile;
}

function revived(value: unknown, columns: readonly Column[]): unknown {
  if (Array.isArray(value)) return value.map((each) => revived(each, columns));
  if (typeof value !== 'object' || value === null) return value;
  if ('$column' in value) return columns[value.$column as number];
  if ('$bigint' in value) return BigInt(value.$bigint as string);
  const fields = Object.entries(value).map(([name, field]) => {
    return [name, name === 'strings' ? stringTable(field as string[]) : revived(field, columns)];
  });
  return Object.fromEntries(fields) as object;
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

function isColumn(value: unknown): value is Column {
  return ArrayBuffer.isView(value) && value.constructor.name in COLUMN_TYPES;
}

/** The profile with its used strings as a list, and with plain columns instead of LazyLabels. */
function withUsedStrings(profile: Profile): object {
  const { strings, functions, labels, difference } = profile;
  const numbers = new Uint32Array(strings.length).fill(NONE);
  const texts: string[] = [];
  const numberOf = (index: number): number => {
    // The unit of a text label may be an invalid string index, because decode does not check it.
    if (index >= numbers.length) return 0;
    if (numbers[index] === NONE) numbers[index] = texts.push(strings.get(index)) - 1;
    return numbers[index];
  };
  numberOf(0);
  const renumbered = (column: Uint32Array): Uint32Array => column.map(numberOf);
  const [name, systemName, filename] = [functions.name, functions.systemName, functions.filename].map(renumbered);
  const [key, str, numUnit] = [labels.key, labels.str, labels.numUnit].map(renumbered);
  return {
    ...profile,
    functions: { ...functions, name, systemName, filename },
    labels: { offsets: labels.offsets, key, str, num: labels.num, numUnit },
    strings: texts,
    difference: difference && {
      ...difference,
      now: withUsedStrings(difference.now),
      before: withUsedStrings(difference.before),
    },
  };
}

/**
 * The profile without the locations, lines and functions that no sample uses. The others stay in their order. Functions
 * with the name of a used one stay too, because the file of a node is that of the first function with its name.
 */
function withUsedTables(profile: Profile): Profile {
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
