import { NONE } from '../model';
import type { StackColumns } from '../model';
import type { GraphNodes } from './graphNodes';
import { NO_NODE } from './treeGraph';
import type { TreeGraph } from './treeGraph';

/** Finds the wanted nodes in the stacks of samples. Nodes are given as indexes into `wanted` (their places). */
export type StackNodes = (wanted: Uint32Array) => WantedNodes;

export interface WantedNodes {
  /** The node of the sample's leaf; NONE if it has no stack, or the node is not wanted. */
  leaf(sample: number): number;
  /** Visits each wanted node in the sample's stack once. */
  forEach(sample: number, visit: (place: number) => void): void;
}

/** The nodes of a graph that are in a sample's stack. */
export function graphStackNodes({ offsets, locations }: StackColumns, nodes: GraphNodes): StackNodes {
  return (wanted) => {
    const placeOf = placesOf(wanted, nodes.infos.length);
    const rowPlaces = nodes.rows.map((node) => (node === NONE ? NONE : placeOf[node]));
    const { starts, places } = withoutGaps(nodes.offsets, rowPlaces);
    /** For each place: the round of its last visit. */
    const stamps = new Uint32Array(wanted.length);
    let round = 0;
    return {
      leaf: (sample) => {
        const leaf = offsets[sample];
        return leaf === offsets[sample + 1] ? NONE : rowPlaces[nodes.offsets[locations[leaf]]];
      },
      forEach: (sample, visit) => {
        round++;
        const last = offsets[sample + 1];
        for (let at = offsets[sample]; at < last; at++) {
          const end = starts[locations[at] + 1];
          for (let row = starts[locations[at]]; row < end; row++) {
            const place = places[row];
            if (stamps[place] === round) continue;
            stamps[place] = round;
            visit(place);
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
  return (wanted) => {
    const placeOf = placesOf(wanted, infoOf.length);
    return {
      leaf: (sample) => (leafOf[sample] === NO_NODE ? NONE : placeOf[leafOf[sample]]),
      forEach: (sample, visit) => {
        for (let node = leafOf[sample]; node !== NO_NODE; node = callerOf[node]) {
          if (placeOf[node] !== NONE) visit(placeOf[node]);
        }
      },
    };
  };
}

function placesOf(wanted: Uint32Array, count: number): Uint32Array {
  const placeOf = new Uint32Array(count).fill(NONE);
  wanted.forEach((node, place) => {
    placeOf[node] = place;
  });
  return placeOf;
}

/** Location `i` has the wanted nodes `places[starts[i] … starts[i + 1])`; most locations have none. */
function withoutGaps(
  offsets: Uint32Array,
  rowPlaces: Uint32Array,
): { readonly starts: Uint32Array; readonly places: Uint32Array } {
  const starts = new Uint32Array(offsets.length);
  const places = new Uint32Array(rowPlaces.length);
  let used = 0;
  for (let location = 0; location + 1 < offsets.length; location++) {
    for (let row = offsets[location]; row < offsets[location + 1]; row++) {
      if (rowPlaces[row] !== NONE) places[used++] = rowPlaces[row];
    }
    starts[location + 1] = used;
  }
  return { starts, places };
}
