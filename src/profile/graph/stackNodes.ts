import { NONE } from '../model';
import type { StackColumns } from '../model';
import type { GraphNodes } from './graphNodes';
import { NO_NODE } from './treeGraph';
import type { TreeGraph } from './treeGraph';
import type { SampleIndex } from '../indexes';

/** Finds the selected nodes in the stacks of samples. Nodes are returned as indexes into `selection`. */
export type StackNodes = (selection: Uint32Array) => SelectionInStacks;

export interface SelectionInStacks {
  /** The node of the sample's leaf; NONE if the sample has no stack, or the node is not selected. */
  leaf(sample: SampleIndex): number;
  /** Visits each selected node in the sample's stack once. */
  forEach(sample: SampleIndex, visit: (index: number) => void): void;
}

/** The nodes of a graph that are in a sample's stack. */
export function graphStackNodes({ offsets, locations }: StackColumns, nodes: GraphNodes): StackNodes {
  return (selection) => {
    const indexOf = indexesOf(selection, nodes.infos.length);
    const rowIndexes = nodes.rows.map((node) => (node === NONE ? NONE : indexOf[node]));
    const { starts, indexes } = withoutGaps(nodes.offsets, rowIndexes);
    /** For each index: the stamp of the last call that visited it. */
    const stamps = new Uint32Array(selection.length);
    let stamp = 0;
    return {
      leaf: (sample) => {
        const leaf = offsets[sample];
        return leaf === offsets[sample + 1] ? NONE : rowIndexes[nodes.offsets[locations[leaf]]];
      },
      forEach: (sample, visit) => {
        stamp++;
        const last = offsets[sample + 1];
        for (let at = offsets[sample]; at < last; at++) {
          const end = starts[locations[at] + 1];
          for (let row = starts[locations[at]]; row < end; row++) {
            const index = indexes[row];
            if (stamps[index] === stamp) continue;
            stamps[index] = stamp;
            visit(index);
          }
        }
      },
    };
  };
}

/** The nodes of an untrimmed tree that are on a sample's path. */
export function treeStackNodes({ leafOf, edges, infoOf }: TreeGraph): StackNodes {
  const callerOf = new Int32Array(infoOf.length).fill(NO_NODE);
  edges.callee.forEach((callee, edge) => {
    callerOf[callee] = edges.caller[edge];
  });
  return (selection) => {
    const indexOf = indexesOf(selection, infoOf.length);
    return {
      leaf: (sample) => (leafOf[sample] === NO_NODE ? NONE : indexOf[leafOf[sample]]),
      forEach: (sample, visit) => {
        for (let node = leafOf[sample]; node !== NO_NODE; node = callerOf[node]) {
          if (indexOf[node] !== NONE) visit(indexOf[node]);
        }
      },
    };
  };
}

function indexesOf(selection: Uint32Array, count: number): Uint32Array {
  const indexOf = new Uint32Array(count).fill(NONE);
  selection.forEach((node, index) => {
    indexOf[node] = index;
  });
  return indexOf;
}

/** Location `i` has the selected nodes `indexes[starts[i] … starts[i + 1])`; most locations have none. */
function withoutGaps(
  offsets: Uint32Array,
  rowIndexes: Uint32Array,
): { readonly starts: Uint32Array; readonly indexes: Uint32Array } {
  const starts = new Uint32Array(offsets.length);
  const indexes = new Uint32Array(rowIndexes.length);
  let used = 0;
  for (let location = 0; location + 1 < offsets.length; location++) {
    for (let row = offsets[location]; row < offsets[location + 1]; row++) {
      if (rowIndexes[row] !== NONE) indexes[used++] = rowIndexes[row];
    }
    starts[location + 1] = used;
  }
  return { starts, indexes };
}
