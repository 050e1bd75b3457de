import { type FunctionNaming, FunctionNodes, plainNaming } from './frameNodes';
import { WideNumbers } from '../common/idTable';
import { NONE, type Profile } from '../model';
import type { NodeInfo } from './nodeInfo';
import type { IndexColumn, LocationIndex, NodeIndex, Offsets } from '../indexes';

/** All frames of a profile merged into nodes. */
export interface GraphNodes {
  /** The rows of a location are innermost first; one row if it has no lines. */
  readonly offsets: Offsets<LocationIndex, number>;
  /** NONE for a frame that belongs to no node, see `withRetrimmedFiles`. */
  readonly rows: IndexColumn<number, NodeIndex>;
  readonly infos: readonly NodeInfo[];
}

export interface NodeOptions {
  /** Default: the names and files of the profile. */
  readonly naming?: FunctionNaming;
  /** Whether functions with different binaries or start lines are different nodes. Default: false. */
  readonly objects?: boolean;
}

/**
 * Merges the frames of `profile` into nodes, numbered in order of first appearance. Frames whose fields are all
 * equal are one node. To merge more frames, first remove the fields that distinguish them (see refine/aggregate).
 */
export function graphNodes(profile: Profile, { naming = plainNaming(profile), objects }: NodeOptions = {}): GraphNodes {
  const { locations, lines } = profile;
  const merger = new NodeMerger(profile, new FunctionNodes(profile, naming, objects ? 'binary' : 'file'));
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

/** Splits the nodes of functions by line, column and address. */
class NodeMerger {
  readonly infos: NodeInfo[] = [];
  private readonly addresses = new WideNumbers();
  private readonly lines = new WideNumbers();
  private readonly columns = new WideNumbers();
  private readonly nodes = new WideNumbers();

  constructor(private readonly profile: Profile, private readonly functions: FunctionNodes) {}

  /** @param row NONE for a location without lines */
  nodeOf(row: number, location: LocationIndex): number {
    const { lines, locations } = this.profile;
    const line = row === NONE ? 0 : lines.line[row];
    const column = row === NONE ? 0 : lines.column[row];
    const address = locations.address[location];
    const functionNode = this.functions.nodeOf(row === NONE ? NONE : lines.function[row], location);
    const position = this.columns.intern(column, this.lines.intern(line, functionNode));
    const node = this.nodes.intern(this.addressId(address), position);
    if (node < this.infos.length) return node;
    this.infos.push({ ...this.functions.nodes[functionNode], line, column, address });
    return node;
  }

  private addressId(address: bigint): number {
    return address === 0n ? 0 : 1 + this.addresses.intern(Number(address & 0xffffffffn), Number(address >> 32n));
  }
}

/**
 * pprof trims file names each time that it builds a graph. If trimming changes a name again (a/x/x/f.go, trimmed by x,
 * becomes x/f.go and then f.go), pprof no longer finds the node. Frames of such a node move to the node with the new
 * name; if there is none, they belong to no node. Source: google/pprof internal/report, newGraph.
 * @param retrim trims a file name again
 * @returns undefined if no name changes
 */
export function withRetrimmedFiles(nodes: GraphNodes, retrim: (file: string) => string): GraphNodes | undefined {
  const { infos } = nodes;
  const renamed = new Map([...new Set(infos.map(({ file }) => file))].map((file) => [file, retrim(file)]));
  if ([...renamed].every(([file, name]) => file === name)) return undefined;
  const byText = new Map(infos.map((info, node) => [textOf(info, info.file), node]));
  const targets = Uint32Array.from(infos, (info, node) => {
    const file = renamed.get(info.file)!;
    return file === info.file ? node : (byText.get(textOf(info, file)) ?? NONE);
  });
  return { ...nodes, rows: nodes.rows.map((node) => targets[node] ?? NONE) };
}

function textOf({ name, line, column, address, startLine, objectFile }: NodeInfo, file: string): string {
  return [name, file, line, column, address, startLine, objectFile].join('\0');
}
