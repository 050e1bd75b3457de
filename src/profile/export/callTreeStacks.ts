import type { CallTree } from '../flame/callTree';

/** A stack of functions with what ends there. */
export interface StackSum {
  /** Indexes into the tree's functions, outermost first. Good until the next one is asked for. */
  readonly path: readonly number[];
  /** Not 0. */
  readonly value: number;
}

/**
 * All distinct stacks of a call tree, a caller before what it calls: samples of the same functions are one, in whatever
 * lines they were. For  main;a;b 1   main;a 2  that is  main;a 2   main;a;b 1.
 */
export function* stackSums(tree: CallTree): Generator<StackSum> {
  const { function: functionOf, parent, firstChild, nextSibling, flat } = tree;
  const path: number[] = [];
  if (flat[0] !== 0) yield { path, value: flat[0] };
  let call = firstChild[0];
  while (call !== 0) {
    path.push(functionOf[call]);
    if (flat[call] !== 0) yield { path, value: flat[call] };
    if (firstChild[call] !== 0) {
      call = firstChild[call];
      continue;
    }
    // Up to the first caller that calls something else as well.
    path.pop();
    while (call !== 0 && nextSibling[call] === 0) {
      call = parent[call];
      path.pop();
    }
    call = nextSibling[call];
  }
}
