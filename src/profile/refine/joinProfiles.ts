import { type LabelColumns, type Mapping, NONE, type Profile, type StringTable } from '../model';
import { putShifted } from '../sums/pickStacks';
import { joinedColumn, JoinedStacks, LazyLabels } from '../sums/sampleViews';
import { joinPositions } from '../wire/positions';
import { joinRests } from '../wideNumbers';
import { joinRemovedAt } from './pickRows';
import { mergedHeader } from './mergedHeader';

type Tables = Pick<Profile, 'strings' | 'functions' | 'lines' | 'locations' | 'mappings'>;

/** A part of a join, whose values are added or subtracted. */
export interface JoinPart {
  readonly profile: Profile;
  readonly sign: 1 | -1;
  /** Makes labels that replace the profile's; their string indexes refer to the profile's table. */
  readonly labels?: () => LabelColumns;
}

/**
 * Appends the samples of one profile to those of another. All sums are the same as after a merge, but a join takes
 * a fraction of the time: equal samples, locations and strings are not merged, and most columns are copied only when
 * they are read. The profiles must have the same sample types.
 */
export function joinProfiles(firstPart: JoinPart, secondPart: JoinPart): Profile {
  const parts = [firstPart, secondPart];
  const [first, second] = [firstPart.profile, secondPart.profile];
  const isSame = haveSameTables(first, second);
  const [shift, firstLocation] = isSame ? [0, 0] : [first.strings.length, first.locations.count];
  const part = ({ stacks, sampleCount, locations }: Profile, at: number) => {
    return { stacks, sampleCount, firstLocation: at, locationCount: locations.count };
  };
  return {
    ...mergedHeader([first, second]),
    ...(isSame ? { ...tablesOf(first), strings: second.strings } : joinTables(first, second)),
    sampleCount: first.sampleCount + second.sampleCount,
    values: first.values.map((_, type) =>
      joinedColumn(parts.map(({ profile, sign }) => ({ column: profile.values[type], sign })))),
    stacks: new JoinedStacks([part(first, 0), part(second, firstLocation)]),
    labels: new LazyLabels(() => {
      const [firstLabels, secondLabels] = parts.map(({ profile, labels: make }) => make?.() ?? profile.labels);
      return joinLabels(firstLabels, secondLabels, shift);
    }),
  };
}

/** Compares all tables but the strings: the second profile may have more strings, for its labels. */
function haveSameTables(a: Tables, b: Tables): boolean {
  return (
    a.locations === b.locations && a.lines === b.lines && a.functions === b.functions && a.mappings === b.mappings
  );
}

function tablesOf({ strings, functions, lines, locations, mappings }: Tables): Tables {
  return { strings, functions, lines, locations, mappings };
}

function joinTables(a: Tables, b: Tables): Tables {
  const strings = a.strings.length;
  const { functions, lines, locations } = a;
  return {
    strings: joinStrings(a.strings, b.strings),
    mappings: [...a.mappings, ...b.mappings] satisfies readonly Mapping[],
    functions: {
      count: functions.count + b.functions.count,
      name: joinIndexes(functions.name, b.functions.name, strings),
      systemName: joinIndexes(functions.systemName, b.functions.systemName, strings),
      filename: joinIndexes(functions.filename, b.functions.filename, strings),
      startLine: joinPositions(functions.startLine, b.functions.startLine),
    },
    lines: {
      count: lines.count + b.lines.count,
      function: joinRows(lines.function, b.lines.function, functions.count),
      line: joinPositions(lines.line, b.lines.line),
      column: joinPositions(lines.column, b.lines.column),
      ...joinRemovedAt(lines, b.lines),
    },
    locations: {
      count: locations.count + b.locations.count,
      mapping: joinRows(locations.mapping, b.locations.mapping, a.mappings.length),
      lineOffsets: joinOffsets(locations.lineOffsets, b.locations.lineOffsets),
      address: BigUint64Array.from([...locations.address, ...b.locations.address]),
      folded: Uint8Array.from([...locations.folded, ...b.locations.folded]),
    },
  };
}

function joinStrings(a: StringTable, b: StringTable): StringTable {
  const { length } = a;
  return { length: length + b.length, get: (index) => (index < length ? a.get(index) : b.get(index - length)) };
}

function joinLabels(a: LabelColumns, b: LabelColumns, strings: number): LabelColumns {
  const num = new Float64Array(a.num.length + b.num.length);
  num.set(a.num);
  num.set(b.num, a.num.length);
  return {
    offsets: joinOffsets(a.offsets, b.offsets),
    key: joinIndexes(a.key, b.key, strings),
    str: joinIndexes(a.str, b.str, strings),
    num: joinRests(num, a.num, b.num),
    numUnit: joinIndexes(a.numUnit, b.numUnit, strings),
  };
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  const all = new Uint32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

function joinOffsets(a: Uint32Array, b: Uint32Array): Uint32Array {
  const all = new Uint32Array(a.length + b.length - 1);
  all.set(a);
  putShifted(all, a.length - 1, b, a.at(-1)!);
  return all;
}

/** Joins string indexes; 0 is the empty string in both. */
function joinIndexes(a: Uint32Array, b: Uint32Array, shift: number): Uint32Array {
  return shifted(joined(a, b), a.length, shift, 0);
}

/** Joins row numbers of a table; NONE stays NONE. */
function joinRows(a: Uint32Array, b: Uint32Array, shift: number): Uint32Array {
  return shifted(joined(a, b), a.length, shift, NONE);
}

function shifted(column: Uint32Array, from: number, shift: number, except: number): Uint32Array {
  if (shift !== 0) for (let i = from; i < column.length; i++) if (column[i] !== except) column[i] += shift;
  return column;
}
