import { checkpoint, STACK_CHECK_MASK } from '../common/guard';
import type { PathView } from '../answers/table';
import { NodeSamples } from '../changes/nodeSamples';
import { CallChain } from './callChain';
import type { ReportTable } from './reportTable';
import { samplesWith } from './samplesWith';

export type Path = Pick<PathView, 'direction' | 'path'>;

/**
 * Sums the next calls on each path, in one pass over the stacks; see pathCalls.
 * @param valueOf what to sum; by default, the values of the table's sample type
 */
export function sumPaths(
  table: ReportTable,
  paths: readonly Path[],
  valueOf: (sample: number) => number = valuesIn(table),
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

function valuesIn({ profile: { values }, sampleType }: ReportTable): (sample: number) => number {
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
    /** Set if the table has verdicts. */
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
  add({ nodes, inlined, length }: CallChain, start: number, sample: number, value: number): void {
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
