import { CHECK_MASK, checkpoint, interruptible } from '../common/guard';
import { WideNumbers } from '../common/idTable';
import { oncePer } from '../memo';
import { NONE, type Profile } from '../model';
import { shownLine } from '../wire/positions';
import { locationsInStacks } from '../sums/notedColumns';
import { basename } from '../text/shortNames';
import type {
  FrameIndex, FunctionIndex, IndexColumn, LocationIndex, MergedFunctionIndex, Offsets, SourceLineIndex,
} from '../indexes';

/**
 * The frames of all locations, flattened. Two frames have the same function if its name and file are the same, even in
 * different Function messages. They have the same source line if file and line are the same.
 */
export interface ProfileFrames {
  readonly functions: MergedFunctions;
  readonly sourceLines: SourceLines;
  /** The frames of a location are innermost first; one frame if it has no lines. */
  readonly offsets: Offsets<LocationIndex, FrameIndex>;
  readonly function: IndexColumn<FrameIndex, MergedFunctionIndex>;
  /** 1-based; 0 if unknown. */
  readonly line: Uint32Array;
  /** NONE if the line is unknown. */
  readonly sourceLine: IndexColumn<FrameIndex, SourceLineIndex>;
}

/** Functions merged by name and file, in order of first appearance. */
export interface MergedFunctions {
  readonly count: number;
  readonly names: readonly string[];
  /** Index into `files`. */
  readonly file: Uint32Array;
  /** 1-based; 0 if unknown. */
  readonly startLine: Uint32Array;
  /** Distinct file names; the empty name for functions without a file. */
  readonly files: readonly string[];
}

/** Distinct (file, line), by file, ascending by line. */
export interface SourceLines {
  readonly count: number;
  /** By index into `MergedFunctions.files`. */
  readonly offsets: Offsets<number, SourceLineIndex>;
  /** 1-based. */
  readonly line: Uint32Array;
}

type Tables = Pick<Profile, 'lines' | 'locations' | 'functions' | 'mappings' | 'strings'>;

/** For each object with line columns: the frames that were last made from it. */
const lastFrames = oncePer((_lines: Tables['lines']): { tables?: Tables; frames?: ProfileFrames } => ({}));

/** The profile's frames, computed on the first call. Profiles that differ only in their samples share them. */
export function framesOf(profile: Profile): ProfileFrames {
  const { lines, locations, functions, mappings, strings } = profile;
  const last = lastFrames(lines);
  if (last.frames === undefined || !haveSameTables(last.tables!, profile)) {
    last.frames = flattenFrames(profile);
    last.tables = { lines, locations, functions, mappings, strings };
  }
  return last.frames;
}

function haveSameTables(a: Tables, b: Tables): boolean {
  return (
    a.locations === b.locations && a.functions === b.functions && a.mappings === b.mappings && a.strings === b.strings
  );
}

/** A checkpoint every 4096 locations; a name takes about a microsecond. */
const NAMES_MASK = 0xfff;

function flattenFrames(profile: Profile): ProfileFrames {
  const { locations, lines } = profile;
  const merger = new FunctionMerger(profile);
  const offsets = new Uint32Array(locations.count + 1);
  const functionOf = new Uint32Array(lines.count + locations.count);
  const lineOf = new Uint32Array(functionOf.length);
  let used = 0;
  for (let location = 0; location < locations.count; location++) {
    if ((location & NAMES_MASK) === 0) checkpoint();
    const first = locations.lineOffsets[location];
    const end = locations.lineOffsets[location + 1];
    if (first === end) functionOf[used++] = merger.unnamed(location);
    for (let row = first; row < end; row++) {
      functionOf[used] = merger.mergedFunction(lines.function[row], location);
      lineOf[used++] = shownLine(lines.line[row]);
    }
    offsets[location + 1] = used;
  }
  const functionColumn = functionOf.subarray(0, used);
  const line = lineOf.subarray(0, used);
  const functions = merger.functions();
  const sourceLines = sourceLinesOf(functions, functionColumn, line);
  const sourceLine = functionColumn.map((id, frame) => {
    if ((frame & CHECK_MASK) === 0) checkpoint();
    return findSourceLine(sourceLines, functions.file[id], line[frame]);
  });
  return { offsets, function: functionColumn, line, functions, sourceLines, sourceLine };
}

/** Index of (file, line) in `sourceLines`, or NONE. */
export function findSourceLine({ offsets, line: lines }: SourceLines, file: number, line: number): SourceLineIndex {
  let low = offsets[file];
  let high = offsets[file + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle] < line) low = middle + 1;
    else high = middle;
  }
  return low < offsets[file + 1] && lines[low] === line ? low : NONE;
}

/** Puts lines into a bucket per file (a counting sort), then sorts each bucket and removes duplicates. */
function sourceLinesOf(
  functions: MergedFunctions,
  functionOf: ProfileFrames['function'],
  lineOf: Uint32Array,
): SourceLines {
  const starts = new Uint32Array(functions.files.length + 1);
  functionOf.forEach((id, frame) => {
    if (lineOf[frame] !== 0) starts[functions.file[id] + 1]++;
  });
  for (let file = 0; file < functions.files.length; file++) starts[file + 1] += starts[file];
  const bucketed = new Uint32Array(starts[functions.files.length]);
  const next = starts.slice();
  functionOf.forEach((id, frame) => {
    if (lineOf[frame] !== 0) bucketed[next[functions.file[id]]++] = lineOf[frame];
  });
  return withoutDuplicates(bucketed, starts);
}

function withoutDuplicates(bucketed: Uint32Array, starts: Uint32Array): SourceLines {
  const offsets = new Uint32Array(starts.length);
  let count = 0;
  for (let file = 0; file + 1 < starts.length; file++) {
    if ((file & CHECK_MASK) === 0) checkpoint();
    const from = starts[file];
    const end = starts[file + 1];
    if (end - from > 1) bucketed.subarray(from, end).sort();
    let last = 0;
    // The write position never passes the read position.
    for (let at = from; at < end; at++) if (bucketed[at] !== last) bucketed[count++] = last = bucketed[at];
    offsets[file + 1] = count;
  }
  return { count, offsets, line: bucketed.slice(0, count) };
}

/**
 * Merges Function messages by name and file, for the editor. Unlike graph/frameNodes, which follows pprof's reports, it
 * uses the system name of a function without a name, and the smallest of several start lines.
 */
class FunctionMerger {
  private readonly texts = new Map<string, number>();
  private readonly pairs = new WideNumbers();
  private readonly names: string[] = [];
  private readonly fileOf: number[] = [];
  private readonly startLines: number[] = [];
  private readonly files = new Map<string, number>();
  /** NONE if the merged function is not computed yet. */
  private readonly mergedOf: IndexColumn<FunctionIndex, MergedFunctionIndex>;

  constructor(private readonly profile: Profile) {
    this.mergedOf = new Uint32Array(profile.functions.count).fill(NONE);
  }

  /** The merged function of a Function message. A function without a name is named after its location's binary. */
  mergedFunction(functionIndex: FunctionIndex, location: LocationIndex): number {
    if (functionIndex === NONE) return this.unnamed(location);
    const known = this.mergedOf[functionIndex];
    if (known !== NONE) return known;
    const { functions, strings } = this.profile;
    const name = strings.get(functions.name[functionIndex]) || strings.get(functions.systemName[functionIndex]);
    const file = strings.get(functions.filename[functionIndex]);
    const startLine = shownLine(functions.startLine[functionIndex]);
    const mergedFunction = this.intern(name || this.binary(location), file, startLine);
    if (name !== '') this.mergedOf[functionIndex] = mergedFunction;
    return mergedFunction;
  }

  /** The function of a location without lines, named after its binary as in pprof. */
  unnamed(location: LocationIndex): number {
    return this.intern(this.binary(location), '', 0);
  }

  functions(): MergedFunctions {
    return {
      count: this.names.length,
      names: this.names,
      file: Uint32Array.from(this.fileOf),
      startLine: Uint32Array.from(this.startLines),
      files: [...this.files.keys()],
    };
  }

  private binary(location: LocationIndex): string {
    const mapping = this.profile.locations.mapping[location];
    const file = mapping === NONE ? '' : this.profile.mappings[mapping].file;
    return file === '' ? '<unknown>' : `[${file.split(/[/\\]/).at(-1)}]`;
  }

  private intern(name: string, fileName: string, startLine: number): number {
    const file = indexIn(this.files, fileName);
    const id = this.pairs.intern(indexIn(this.texts, name), file);
    if (id === this.names.length) {
      this.names.push(name);
      this.fileOf.push(file);
      this.startLines.push(startLine);
    } else if (startLine > 0 && (this.startLines[id] === 0 || startLine < this.startLines[id])) {
      this.startLines[id] = startLine;
    }
    return id;
  }
}

function indexIn(indexes: Map<string, number>, text: string): number {
  let index = indexes.get(text);
  if (index === undefined) indexes.set(text, (index = indexes.size));
  return index;
}

/** The files of all functions that occur in stacks, as named in the profile; sorted, without "". */
export const filesOf: (profile: Profile) => readonly string[] = oncePer((profile) => {
  const { functions, offsets, function: functionOf } = framesOf(profile);
  const seenLocation = locationsInStacks(profile);
  const seenFile = new Uint8Array(functions.files.length);
  for (let at = 0; at < seenLocation.length; at++) {
    if (seenLocation[at] === 0) continue;
    for (let frame = offsets[at]; frame < offsets[at + 1]; frame++) seenFile[functions.file[functionOf[frame]]] = 1;
  }
  return functions.files.filter((file, index) => seenFile[index] === 1 && file !== '').sort(byText());
});

const filesByBasename = oncePer((profile: Profile) => {
  const byName = new Map<string, string[]>();
  for (const [at, file] of filesOf(profile).entries()) {
    if ((at & NAMES_MASK) === 0) checkpoint();
    const name = basename(file);
    const sameName = byName.get(name);
    if (sameName === undefined) byName.set(name, [file]);
    else sameName.push(file);
  }
  return byName;
});

/** The files of `filesOf` with this base name: the part after the last slash or backslash. */
export function filesNamed(profile: Profile, name: string): readonly string[] {
  return filesByBasename(profile).get(name) ?? [];
}

function byText(): (a: string, b: string) => number {
  return interruptible((a, b) => (a === b ? 0 : a < b ? -1 : 1));
}
