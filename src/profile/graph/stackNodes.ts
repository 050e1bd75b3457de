import type { StackColumns } from '../model';
import type { GraphNodes } from './graphNodes';
import type { StackNodes } from './nodeTags';
import { NO_NODE } from './treeGraph';
import type { TreeGraph } from './treeGraph';

/** Which nodes of a graph a sample is part of. */
export function graphStackNodes({ offsets, locations }: StackColumns, nodes: GraphNodes): StackNodes {
  /** By node: the round in which it was visited last. */
  const stamps = new Uint32Array(nodes.infos.length);
  let round = 0;
  return {
    leaf: (sample) => {
      const leaf = offsets[sample]!;
      return leaf === offsets[sample + 1] ? undefined : nodes.rows[nodes.offsets[locations[leaf]!]!]!;
    },
    forEach: (sample, visit) => {
      round++;
      for (let at = offsets[sample]!; at < offsets[sample + 1]!; at++) {
        const end = nodes.offsets[locations[at]! + 1]!;
        for (let row = nodes.offsets[locations[at]!]!; row < end; row++) {
          const node = nodes.rows[row]!;
          if (stamps[node] === round) continue;
          stamps[node] = round;
          visit(node);
        }
      }
    },
  };
}

/** Which nodes of a tree, before it is trimmed, a sample is part of. */
export function treeStackNodes({ leafOf, edges, infoOf }: TreeGraph): StackNodes {
  const callerOf = new Int32Array(infoOf.length).fill(NO_NODE);
  edges.callee.forEach((callee, edge) => {
    callerOf[callee] = edges.caller[edge]!;
  });
  return {
    leaf: (sample) => (leafOf[sample] === NO_NODE ? undefined : leafOf[sample]),
    forEach: (sample, visit) => {
      for (let node = leafOf[sample]!; node !== NO_NODE; node = callerOf[node]!) visit(node);
    },
  };
}
