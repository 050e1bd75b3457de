import { checkpoint } from '../common/guard';
import { WideNumbers } from '../common/idTable';
import { NONE } from '../model';
import type { Profile } from '../model';
import type { FunctionIndex, IndexColumn, LocationIndex, NodeIndex, Offsets } from '../indexes';

/** Names and files of functions, by their index in the profile. */
export interface FunctionNaming {
  name(functionIndex: FunctionIndex): string;
  file(functionIndex: FunctionIndex): string;
}

/** Frames merged into nodes as in pprof: a function is one node, even if it has several Function messages. */
export interface FrameNodes {
  /** The rows of a location are innermost first; one row if it has no lines. */
  readonly offsets: Offsets<LocationIndex, number>;
  readonly rows: IndexColumn<number, NodeIndex>;
  readonly nodes: readonly FunctionNode[];
}

export interface FunctionNode {
  /** Function name and file; empty if unknown. */
  readonly name: string;
  readonly file: string;
  /** Where the function starts, 1-based; 0 if unknown, and for named functions of identity `file`. */
  readonly startLine: number;
  /** The binary; empty if it does not distinguish functions. */
  readonly objectFile: string;
}

/**
 * What two Function messages must have in common to be one node: `name`: the name; `file`: also the file; `binary`:
 * also the start line and the binary. Functions without a name are always distinguished by start line and binary.
 */
export type FunctionIdentity = 'name' | 'file' | 'binary';

/** The names and files in the profile, unchanged. */
export function plainNaming({ functions, strings }: Profile): FunctionNaming {
  return {
    name: (index) => strings.get(functions.name[index]),
    file: (index) => strings.get(functions.filename[index]),
  };
}

/** A checkpoint every 4096 locations; a name takes about a microsecond. */
const NAMES_MASK = 0xfff;

/** Merges all frames of `profile` into nodes, one per function name, numbered in order of first appearance. */
export function frameNodes(profile: Profile): FrameNodes {
  const { locations, lines } = profile;
  const functions = new FunctionNodes(profile, plainNaming(profile), 'name');
  const offsets = new Uint32Array(locations.count + 1);
  const rows = new Uint32Array(lines.count + locations.count);
  let used = 0;
  for (let location = 0; location < locations.count; location++) {
    if ((location & NAMES_MASK) === 0) checkpoint();
    const first = locations.lineOffsets[location];
    const end = locations.lineOffsets[location + 1];
    if (first === end) rows[used++] = functions.nodeOf(NONE, location);
    for (let line = first; line < end; line++) rows[used++] = functions.nodeOf(lines.function[line], location);
    offsets[location + 1] = used;
  }
  return { offsets, rows: rows.subarray(0, used), nodes: functions.nodes };
}

/** Merges the Function messages of a profile into nodes. */
export class FunctionNodes {
  readonly nodes: FunctionNode[] = [];
  private readonly nodeByKey = new Map<string, number>();
  /** NONE if the node depends on the location's binary, or is not computed yet. */
  private readonly nodeByFunction: IndexColumn<FunctionIndex, NodeIndex>;
  /** For functions distinguished by binary: the (function, mapping) pairs whose nodes are in `nodeByBinary`. */
  private readonly byBinary = new WideNumbers();
  private readonly nodeByBinary: number[] = [];

  constructor(
    private readonly profile: Profile,
    private readonly naming: FunctionNaming,
    private readonly identity: FunctionIdentity,
  ) {
    this.nodeByFunction = new Uint32Array(profile.functions.count).fill(NONE);
  }

  /** @param functionIndex NONE for a location without lines, or a line without a function */
  nodeOf(functionIndex: FunctionIndex, location: LocationIndex): number {
    const cached = functionIndex === NONE ? NONE : this.nodeByFunction[functionIndex];
    if (cached !== NONE) return cached;
    const mapping = this.profile.locations.mapping[location];
    const slot = this.byBinary.find(functionIndex, mapping);
    if (slot !== NONE) return this.nodeByBinary[slot];
    const info = this.describe(functionIndex, mapping);
    const node = this.intern(info);
    if (this.isPerBinary(info.name)) this.nodeByBinary[this.byBinary.intern(functionIndex, mapping)] = node;
    else this.nodeByFunction[functionIndex] = node;
    return node;
  }

  private isPerBinary(name: string): boolean {
    return name === '' || this.identity === 'binary';
  }

  private intern(info: FunctionNode): number {
    const { name, file, startLine, objectFile } = info;
    const parts = this.identity === 'name' ? [name] : [name, file];
    if (this.isPerBinary(name)) parts.push(objectFile, String(startLine));
    const key = parts.join('\0');
    let node = this.nodeByKey.get(key);
    if (node === undefined) {
      this.nodeByKey.set(key, (node = this.nodes.length));
      this.nodes.push(info);
    }
    return node;
  }

  private describe(functionIndex: FunctionIndex, mapping: number): FunctionNode {
    const isKnown = functionIndex !== NONE;
    const name = isKnown ? this.naming.name(functionIndex) : '';
    const isPerBinary = this.isPerBinary(name);
    const hasStartLine = isKnown && (isPerBinary || this.identity === 'name');
    return {
      name,
      file: isKnown ? this.naming.file(functionIndex) : '',
      startLine: hasStartLine ? this.profile.functions.startLine[functionIndex] : 0,
      objectFile: isPerBinary && mapping !== NONE ? this.profile.mappings[mapping].file : '',
    };
  }
}
