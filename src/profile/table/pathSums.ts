import { checkpoint, STACK_CHECK_MASK } from '../common/guard';
import type { PathView } from '../answers/table';
import { NodeSamples } from '../changes/sampleNodes';
import type { ReportTable } from './reportTable';
import type { GraphNodes } from '../graph/graphNodes';
import { oncePer } from '../memo';
import type { SampleIndex } from '../indexes';

export type Path = Pick<PathView, 'direction' | 'path'>;

/**
 * Sums the next calls on each path, in one pass over the stacks; see pathCalls.
 * @param valueOf what to sum; by default, the values of the table's sample type
 */
export function sumPaths(
  table: ReportTable,
  paths: readonly Path[],
  valueOf: (sample: SampleIndex) => number = valuesIn(table),
): PathSums[] {
  const { profile: { stacks }, nodes } = table;
  const samples = () => (table.changes ? new NodeSamples() : undefined);
  const all = paths.map((path) => new PathSums(nodes.infos.length, path, samples()));
  const byStart = new Map<number, PathSums[]>();
  for (const sums of all) {
    const start = sums.view.path[0];
    byStart.set(start, [...(byStart.get(start) ?? []), sums]);
  }
  const chain = new CallChain(nodes);
  samplesWith(table, [...byStart.keys()]).forEach((sample, i) => {
    if ((i & STACK_CHECK_MASK) === 0) checkpoint();
    chain.read(stacks.locations, stacks.offsets[sample], stacks.offsets[sample + 1]);
    for (let at = 0; at < chain.length; at++) {
      for (const sums of byStart.get(chain.nodes[at]) ?? []) sums.add(chain, at, sample, valueOf(sample));
    }
  });
  return all;
}

function valuesIn({ profile: { values }, sampleType }: ReportTable): (sample: SampleIndex) => number {
  const column = values[sampleType];
  return (sample) => column[sample];
}

/** Sums by the next node on a path. */
export class PathSums {
  /** The nodes of the next calls, in the order of their first samples. */
  readonly callNodes: number[] = [];
  readonly value: Float64Array;
  readonly flat: Float64Array;
  /** 1 if all calls are inlined. */
  readonly inlined: Uint8Array;
  /** 1 if the path continues. */
  readonly hasMore: Uint8Array;
  /** For each node: 1 + the last sample that was added; 0 if there is none. */
  private readonly stamps: Uint32Array;
  private readonly step: 1 | -1;

  constructor(
    nodeCount: number,
    readonly view: Path,
    /** Set if the table has judgements. */
    readonly samples: NodeSamples | undefined,
  ) {
    this.value = new Float64Array(nodeCount);
    this.flat = new Float64Array(nodeCount);
    this.inlined = new Uint8Array(nodeCount).fill(1);
    this.hasMore = new Uint8Array(nodeCount);
    this.stamps = new Uint32Array(nodeCount);
    this.step = view.direction === 'callers' ? -1 : 1;
  }

  /** Adds a sample to the next node, if the stack contains the path from `start` on. */
  add({ nodes, inlined, length }: CallChain, start: number, sample: SampleIndex, value: number): void {
    const { view: { path }, step } = this;
    const at = start + step * path.length;
    if (at < 0 || at >= length) return;
    for (let i = 1; i < path.length; i++) if (nodes[start + step * i] !== path[i]) return;
    const node = nodes[at];
    if (at + step >= 0 && at + step < length) this.hasMore[node] = 1;
    else if (step === 1) {
      this.flat[node] += value;
      this.samples?.addFlat(node, sample);
    }
    if (this.stamps[node] === sample + 1) return;
    if (this.stamps[node] === 0) this.callNodes.push(node);
    this.stamps[node] = sample + 1;
    this.value[node] += value;
    this.samples?.add(node, sample);
    // A call is inlined if its callee is inlined. For a caller, the callee is the node before it on the path.
    if (inlined[step === 1 ? at : at + 1] === 0) this.inlined[node] = 0;
  }
}

/** The nodes of a stack, outermost first. Consecutive frames of one node (direct recursion) form one entry. */
class CallChain {
  nodes = new Uint32Array(256);
  /** 1 if the node was inlined into the one before it. */
  inlined = new Uint8Array(256);
  length = 0;

  constructor(private readonly frames: GraphNodes) {}

  /** Reads the stack in `locations[leaf … end)`, leaf first. */
  read(locations: Uint32Array, leaf: number, end: number): void {
    const { offsets, rows } = this.frames;
    this.length = 0;
    for (let at = end - 1; at >= leaf; at--) {
      const innermost = offsets[locations[at]];
      const outermost = offsets[locations[at] + 1] - 1;
      for (let row = outermost; row >= innermost; row--) {
        const node = rows[row];
        if (this.length > 0 && this.nodes[this.length - 1] === node) continue;
        if (this.length === this.nodes.length) this.grow();
        this.nodes[this.length] = node;
        this.inlined[this.length++] = row < outermost ? 1 : 0;
      }
    }
  }

  private grow(): void {
    const [nodes, inlined] = [new Uint32Array(this.length * 2), new Uint8Array(this.length * 2)];
    nodes.set(this.nodes);
    inlined.set(this.inlined);
    this.nodes = nodes;
    this.inlined = inlined;
  }
}

const lastSamples = oncePer((_table: ReportTable): { key?: string; samples?: Uint32Array } => ({}));

/** The samples whose value is not 0 and whose stack contains one of the nodes. Caches the result of the last call. */
function samplesWith(table: ReportTable, nodes: readonly number[]): Uint32Array {
  const last = lastSamples(table);
  const key = nodes.join(' ');
  if (last.samples === undefined || last.key !== key) {
    last.samples = findSamples(table, nodes);
    last.key = key;
  }
  return last.samples;
}

function findSamples({ profile, sampleType, nodes: frames }: ReportTable, nodes: readonly number[]): Uint32Array {
  const { offsets: firstRow, rows } = frames;
  const { stacks: { offsets, locations }, values } = profile;
  const column = values[sampleType];
  const nodeSet = new Set(nodes);
  const hasNode = new Uint8Array(profile.locations.count);
  for (let location = 0; location < hasNode.length; location++) {
    const end = firstRow[location + 1];
    for (let row = firstRow[location]; row < end; row++) if (nodeSet.has(rows[row])) hasNode[location] = 1;
  }
  const samples: number[] = [];
  for (let sample = 0; sample < column.length; sample++) {
    if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
    if (column[sample] === 0) continue;
    const end = offsets[sample + 1];
    for (let at = offsets[sample]; at < end; at++) {
      if (hasNode[locations[at]] === 0) continue;
      samples.push(sample);
      break;
    }
  }
  return Uint32Array.from(samples);
}
