import { NONE } from '../../src/profile/model';
import type { Profile, ValueType } from '../../src/profile/model';
import { stringTable } from '../../src/profile/strings';

/** A frame of a stack. */
export interface PictureFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Whether the frame is inlined into its caller, the previous frame. */
  readonly inlined: boolean;
}

export interface PictureStack {
  /** The outermost frame first. */
  readonly frames: readonly PictureFrame[];
  /** One value per sample type. */
  readonly values: readonly number[];
}

const CPU: readonly ValueType[] = [{ type: 'cpu', unit: 'nanoseconds' }];

/**
 * A profile from a picture: one line per stack, outermost frame first, followed by the values of the sample types:
 *
 *     main;foo;bar 3
 *     main@main.go:7;foo@foo.go:2;bar@foo.go:9[inlined] 3/100
 */
export function profileOfLines(picture: string, sampleTypes: readonly ValueType[] = CPU): Profile {
  const stacks = rowsOf(picture).map((row) => {
    const lastSpace = row.lastIndexOf(' ');
    const frames = row.slice(0, Math.max(lastSpace, 0)).trim();
    return { frames: frames === '' ? [] : frames.split(';').map(frameOf), values: valuesOf(row.slice(lastSpace + 1)) };
  });
  return profileOfStacks(stacks, sampleTypes);
}

/**
 * A profile from a picture: one column per stack, outermost frame on top. The first row has the values, which also mark
 * where each column starts:
 *
 *     5               7
 *     main@main.go:3  main@main.go:3
 *     foo@foo.go:2    bar@foo.go:9[inlined]
 */
export function profileOfColumns(picture: string, sampleTypes: readonly ValueType[] = CPU): Profile {
  const [head = '', ...rows] = picture.split('\n').filter((row) => row.trim() !== '');
  const starts = [...head.matchAll(/\S+/g)].map((match) => match.index);
  const cell = (row: string, column: number) => row.slice(starts[column], starts[column + 1]).trim();
  const stacks = starts.map((_, column) => ({
    values: valuesOf(cell(head, column)),
    frames: rows.map((row) => cell(row, column)).filter((text) => text !== '').map(frameOf),
  }));
  return profileOfStacks(stacks, sampleTypes);
}

function rowsOf(picture: string): string[] {
  return picture.split('\n').map((row) => row.trim()).filter((row) => row !== '');
}

function valuesOf(text: string): number[] {
  return text.split('/').map(Number);
}

/** Reads `name`, `name@file` or `name@file:line`, with or without `[inlined]`. */
function frameOf(text: string): PictureFrame {
  const inlined = text.endsWith('[inlined]');
  const bare = text.replace(/\s*\[inlined\]$/, '');
  const [, name = '', place = ''] = /^([^@]*)@?(.*)$/.exec(bare)!;
  const [, file = '', line = '0'] = /^(.*?)(?::(\d+))?$/.exec(place)!;
  return { name, file, line: Number(line), inlined };
}

/** A profile from stacks. Functions with the same name and file are merged, as are locations with the same lines. */
export function profileOfStacks(stacks: readonly PictureStack[], sampleTypes: readonly ValueType[] = CPU): Profile {
  const builder = new Builder();
  for (const stack of stacks) builder.add(stack);
  return builder.build(stacks, sampleTypes);
}

class Builder {
  private readonly strings = new Interned<string>();
  private readonly functions = new Interned<{ name: number; file: number }>();
  /** The lines of each location, innermost first. */
  private readonly locations = new Interned<{ function: number; line: number }[]>();
  private readonly stackLocations: number[] = [];
  private readonly offsets = [0];

  constructor() {
    this.strings.intern('', '');
  }

  add({ frames }: PictureStack): void {
    const groups: PictureFrame[][] = [];
    for (const frame of frames) {
      if (frame.inlined && groups.length > 0) groups.at(-1)!.unshift(frame);
      else groups.push([frame]);
    }
    for (const group of groups.reverse()) {
      const lines = group.map((frame) => ({ function: this.functionOf(frame), line: frame.line }));
      this.stackLocations.push(this.locations.intern(JSON.stringify(lines), lines));
    }
    this.offsets.push(this.stackLocations.length);
  }

  build(stacks: readonly PictureStack[], sampleTypes: readonly ValueType[]): Profile {
    const allLines = this.locations.values.flat();
    const count = this.locations.values.length;
    const lineOffsets = [0];
    for (const lines of this.locations.values) lineOffsets.push(lineOffsets.at(-1)! + lines.length);
    const names = Uint32Array.from(this.functions.values, ({ name }) => name);
    return {
      sampleTypes,
      defaultSampleType: sampleTypes.length - 1,
      namedSampleType: '',
      sampleCount: stacks.length,
      values: sampleTypes.map((_, type) => Float64Array.from(stacks, ({ values }) => values[type] ?? 0)),
      stacks: { offsets: Uint32Array.from(this.offsets), locations: Uint32Array.from(this.stackLocations) },
      labels: {
        offsets: new Uint32Array(stacks.length + 1),
        key: new Uint32Array(0),
        str: new Uint32Array(0),
        num: new Float64Array(0),
        numUnit: new Uint32Array(0),
      },
      locations: {
        count,
        mapping: new Uint32Array(count).fill(NONE),
        lineOffsets: Uint32Array.from(lineOffsets),
        address: BigUint64Array.from({ length: count }, (_, i) => BigInt(0x400000 + 16 * i)),
        folded: new Uint8Array(count),
      },
      lines: {
        count: allLines.length,
        function: Uint32Array.from(allLines, (entry) => entry.function),
        line: Uint32Array.from(allLines, ({ line }) => line),
        column: new Uint32Array(allLines.length),
      },
      functions: {
        count: names.length,
        name: names,
        systemName: names,
        filename: Uint32Array.from(this.functions.values, ({ file }) => file),
        startLine: new Uint32Array(names.length),
      },
      mappings: [],
      strings: stringTable(this.strings.values),
      dropFrames: '',
      keepFrames: '',
      timeNanos: 0,
      exactTimeNanos: 0n,
      durationNanos: 0,
      periodType: undefined,
      period: 0,
      comments: [],
      docUrl: '',
    };
  }

  private functionOf({ name, file }: PictureFrame): number {
    const value = { name: this.strings.intern(name, name), file: this.strings.intern(file, file) };
    return this.functions.intern(JSON.stringify(value), value);
  }
}

class Interned<T> {
  readonly values: T[] = [];
  private readonly indexes = new Map<string, number>();

  /** Returns the index of the value with this key; adds the value if the key is new. */
  intern(key: string, value: T): number {
    let index = this.indexes.get(key);
    if (index === undefined) {
      index = this.values.push(value) - 1;
      this.indexes.set(key, index);
    }
    return index;
  }
}
