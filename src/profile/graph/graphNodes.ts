import type { FunctionNaming } from './frameNodes';
import { plainNaming } from './frameNodes';
import { WideNumbers } from '../work/idTable';
import { NONE } from '../model';
import type { Profile } from '../model';
import type { NodeInfo } from './nodeInfo';

/** All frames of a profile merged into nodes. */
export interface GraphNodes {
  /** Location `i` owns `rows[offsets[i] … offsets[i + 1])`, innermost first; one row where it has no lines. */
  readonly offsets: Uint32Array;
  /** Index into `infos`; NONE for a frame that belongs to no node, see `refiled`. */
  readonly rows: Uint32Array;
  readonly infos: readonly NodeInfo[];
}

export interface NodeOptions {
  /** Default: the names and files of the profile. */
  readonly naming?: FunctionNaming;
  /** Whether to distinguish functions by binary and start line. Default: false. */
  readonly objects?: boolean;
}

/**
 * Merges the frames of `profile` into nodes, numbered in the order of their first frame. Frames are one node if all
 * their fields are equal; `aggregate` clears the fields that the granularity ignores beforehand.
 */
export function graphNodes(profile: Profile, options: NodeOptions = {}): GraphNodes {
  const { locations, lines } = profile;
  const merger = new NodeMerger(profile, options.naming ?? plainNaming(profile), options.objects ?? false);
  const offsets = new Uint32Array(locations.count + 1);
  const rows = new Uint32Array(lines.count + locations.count);
  let used = 0;
  for (let location = 0; location < locations.count; location++) {
    const first = locations.lineOffsets[location];
    const end = locations.lineOffsets[location + 1];
    if (first === end) rows[used++] = merger.nodeOf(NONE, location);
    for (let line = first; line < end; line++) rows[used++] = merger.nodeOf(line, location);
    offsets[location + 1] = used;
  }
  return { offsets, rows: rows.subarray(0, used), infos: merger.infos };
}

type FunctionInfo = Pick<NodeInfo, 'name' | 'file' | 'startLine' | 'objectFile'>;

class NodeMerger {
  readonly infos: NodeInfo[] = [];
  /** A group is a function without its lines and addresses. */
  private readonly groups = new Map<string, number>();
  private readonly groupOfFunction: Uint32Array;
  /** Function and mapping → group, for functions that are distinguished by the binary of their location. */
  private readonly placed = new WideNumbers();
  private readonly groupOfPlaced: number[] = [];
  private readonly addresses = new WideNumbers();
  private readonly lines = new WideNumbers();
  private readonly columns = new WideNumbers();
  private readonly nodes = new WideNumbers();

  constructor(
    private readonly profile: Profile,
    private readonly naming: FunctionNaming,
    private readonly objects: boolean,
  ) {
    this.groupOfFunction = new Uint32Array(profile.functions.count).fill(NONE);
  }

  /** @param row index into the profile's lines, or NONE for a location without any */
  nodeOf(row: number, location: number): number {
    const { lines, locations } = this.profile;
    const line = row === NONE ? 0 : lines.line[row];
    const column = row === NONE ? 0 : lines.column[row];
    const address = locations.address[location];
    const functionIndex = row === NONE ? NONE : lines.function[row];
    const place = this.columns.intern(column, this.lines.intern(line, this.groupOf(functionIndex, location)));
    const node = this.nodes.intern(this.addressId(address), place);
    if (node < this.infos.length) return node;
    this.infos.push({ ...this.describe(functionIndex, location), line, column, address });
    return node;
  }

  private addressId(address: bigint): number {
    return address === 0n ? 0 : 1 + this.addresses.intern(Number(address & 0xffffffffn), Number(address >> 32n));
  }

  private groupOf(functionIndex: number, location: number): number {
    const cached = functionIndex === NONE ? NONE : this.groupOfFunction[functionIndex];
    if (cached !== NONE) return cached;
    const place = this.placed.find(functionIndex, this.profile.locations.mapping[location]);
    if (place !== NONE) return this.groupOfPlaced[place];
    const { name, file, startLine, objectFile } = this.describe(functionIndex, location);
    const key = `${name}\0${file}\0${startLine}\0${objectFile}`;
    let group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, (group = this.groups.size));
    if (name !== '' && !this.objects) this.groupOfFunction[functionIndex] = group;
    else this.groupOfPlaced[this.placed.intern(functionIndex, this.profile.locations.mapping[location])] = group;
    return group;
  }

  private describe(functionIndex: number, location: number): FunctionInfo {
    const { naming, profile } = this;
    if (functionIndex === NONE) {
      return { name: '', file: '', startLine: 0, objectFile: this.objectFile(location) };
    }
    const name = naming.name(functionIndex);
    const file = naming.file(functionIndex);
    if (name !== '' && !this.objects) return { name, file, startLine: 0, objectFile: '' };
    const startLine = profile.functions.startLine[functionIndex];
    return { name, file, startLine, objectFile: this.objectFile(location) };
  }

  private objectFile(location: number): string {
    const mapping = this.profile.locations.mapping[location];
    return mapping === NONE ? '' : this.profile.mappings[mapping].file;
  }
}
