import type { CallTree } from '../../src/profile/flame/callTree';
import { NONE } from '../../src/profile/model';

/** `path: flat cum` for every node, sorted; a path is functions from the root down. */
export function picture(tree: CallTree, describe = (node: number) => `${tree.flat[node]} ${tree.cum[node]}`): string[] {
  const paths = pathsOf(tree);
  return paths.map((path, node) => `${path}: ${describe(node)}`).sort();
}

/** For each node: its functions from the root down. */
export function pathsOf(tree: CallTree): string[] {
  const paths: string[] = [];
  for (let node = 0; node < tree.count; node++) {
    const id = tree.function[node]!;
    const own = id === NONE ? '' : tree.functions.names[id]!;
    paths[node] = node === 0 ? own : `${paths[tree.parent[node]!]};${own}`;
  }
  return paths;
}
