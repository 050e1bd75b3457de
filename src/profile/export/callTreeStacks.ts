import type { CallTree } from '../flame/callTree';

/** A stack of functions and the sum of the samples that end there. */
export interface TreeStack {
  /** Indexes into the tree's functions, outermost first. The array is reused for the next stack. */
  readonly path: readonly number[];
  /** Never 0. */
  readonly value: number;
}

/**
 * All distinct stacks of a call tree, callers before their callees. Samples with the same functions but different
 * lines form one stack. The samples `main;a;b 1` and `main;a 2` give `main;a 2`, then `main;a;b 1`.
 */
export function* callTreeStacks(tree: CallTree): Generator<TreeStack> {
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
    // Go up to the first caller with another callee.
    path.pop();
    while (call !== 0 && nextSibling[call] === 0) {
      call = parent[call];
      path.pop();
    }
    call = nextSibling[call];
  }
}
