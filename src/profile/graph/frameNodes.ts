import { checkpoint } from '../work/guard';
import { NONE } from '../model';
import type { Profile } from '../model';

/** What frames must have in common to be one node: the function name; name and file; name, file and line. */
export type Granularity = 'functions' | 'filefunctions' | 'lines';

/** The names and files of functions, by function index. */
export interface FunctionNaming {
  name(functionIndex: number): string;
  file(functionIndex: number): string;
}

/** Frames merged into nodes as in pprof: a function is one node, however many Function messages it has. */
export interface FrameNodes {
  /** Location `i` owns `rows[offsets[i] … offsets[i + 1])`, innermost first; one row where it has no lines. */
  readonly offsets: Uint32Array;
  /** Index into `nodes`. */
  readonly rows: Uint32Array;
  readonly nodes: readonly FrameNode[];
}

export interface FrameNode {
  /** Function name and file; empty where unknown. */
  readonly name: string;
  readonly file: string;
  /** 1-based; 0 where unknown, or if the granularity is not `lines`. */
  readonly line: number;
  /** Where the function starts, 1-based; 0 where unknown. */
  readonly startLine: number;
  /** The binary of a frame without a name; else empty. */
  readonly objectFile: string;
}

/** The names and files that the profile itself gives. */
export function plainNaming({ functions, strings }: Profile): FunctionNaming {
  return {
    name: (index) => strings.get(functions.name[index]),
    file: (index) => strings.get(functions.filename[index]),
  };
}

/** A checkpoint every 4096 locations; naming a function takes a microsecond. */
const NAMES_MASK = 0xfff;

/** Merges all frames of `profile` into nodes, numbered in the order of their first frame. */
export function frameNodes(profile: Profile, granularity: Granularity, naming: FunctionNaming): FrameNodes {
  const { locations, lines } = profile;
  const merger = new FrameMerger(profile, granularity, naming);
  const offsets = new Uint32Array(locations.count + 1);
  const rows = new Uint32Array(lines.count + locations.count);
  let used = 0;
  for (let location = 0; location < locations.count; location++) {
    if ((location & NAMES_MASK) === 0) checkpoint();
    const first = locations.lineOffsets[location];
    const end = locations.lineOffsets[location + 1];
    if (first === end) rows[used++] = merger.nodeOf(NONE, 0, location);
    for (let line = first; line < end; line++) {
      rows[used++] = merger.nodeOf(lines.function[line], lines.line[line], location);
    }
    offsets[location + 1] = used;
  }
  return { offsets, rows: rows.subarray(0, used), nodes: merger.nodes };
}

class FrameMerger {
  readonly nodes: FrameNode[] = [];
  /** A group is a function without its lines. */
  private readonly groups = new Map<string, number>();
  private readonly groupOfFunction: Uint32Array;
  private readonly nodeOfGroupLine = new Map<number, number>();

  constructor(
    private readonly profile: Profile,
    private readonly granularity: Granularity,
    private readonly naming: FunctionNaming,
  ) {
    this.groupOfFunction = new Uint32Array(profile.functions.count).fill(NONE);
  }

  nodeOf(functionIndex: number, sourceLine: number, location: number): number {
    const line = this.granularity === 'lines' ? sourceLine : 0;
    const key = this.groupOf(functionIndex, location) * 2 ** 32 + line;
    let node = this.nodeOfGroupLine.get(key);
    if (node === undefined) {
      node = this.nodes.length;
      this.nodeOfGroupLine.set(key, node);
      this.nodes.push({ ...this.describe(functionIndex, location), line });
    }
    return node;
  }

  private groupOf(functionIndex: number, location: number): number {
    const cached = functionIndex === NONE ? NONE : this.groupOfFunction[functionIndex];
    if (cached !== NONE) return cached;
    const { name, file, startLine, objectFile } = this.describe(functionIndex, location);
    const key = [name];
    if (this.granularity !== 'functions') key.push(file);
    if (name === '') key.push(objectFile, String(startLine));
    const text = key.join('\0');
    let group = this.groups.get(text);
    if (group === undefined) this.groups.set(text, (group = this.groups.size));
    // Functions without a name are distinguished by the binary of their location.
    if (name !== '') this.groupOfFunction[functionIndex] = group;
    return group;
  }

  private describe(functionIndex: number, location: number): Omit<FrameNode, 'line'> {
    const known = functionIndex !== NONE;
    const name = known ? this.naming.name(functionIndex) : '';
    return {
      name,
      file: known ? this.naming.file(functionIndex) : '',
      startLine: known ? this.profile.functions.startLine[functionIndex] : 0,
      objectFile: name === '' ? this.objectFile(location) : '',
    };
  }

  private objectFile(location: number): string {
    const mapping = this.profile.locations.mapping[location];
    return mapping === NONE ? '' : this.profile.mappings[mapping].file;
  }
}
