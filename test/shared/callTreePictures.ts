import type { CallTree } from '../../src/profile/flame/callTree';
import { NONE } from '../../src/profile/model';

/** `path: flat cum` of each node, sorted. The path is the functions from the root, joined by `;`. */
export function picture(tree: CallTree, describe = (node: number) => `${tree.flat[node]} ${tree.cum[node]}`): string[] {
  const paths = pathsOf(tree);
  return paths.map((path, node) => `${path}: ${describe(node)}`).sort();
}

/** The hottest line of a node. */
export function lineOf(tree: CallTree, node: number): number {
  return tree.hottestLines.of([node])[0]!;
}

/** The path of each node: the functions from the root, joined by `;`. The root's path is empty. */
export function pathsOf(tree: CallTree): string[] {
  const paths: string[] = [];
  for (let node = 0; node < tree.count; node++) {
    const id = tree.function[node]!;
    const name = id === NONE ? '' : tree.functions.names[id]!;
    paths[node] = node === 0 ? name : `${paths[tree.parent[node]!]};${name}`;
  }
  return paths;
}

/** Cuts a path back to a function whenever it returns to that function: `a b c a d` becomes `a d`. */
export function withoutLoops(names: readonly string[]): string[] {
  const path: string[] = [];
  for (const name of names) {
    const earlier = path.indexOf(name);
    if (earlier >= 0) path.length = earlier + 1;
    else path.push(name);
  }
  return path;
}
