import { buildCallTree, type CallTree } from '../flame/callTree';
import type { Profile } from '../model';
import { checkpoint } from '../common/guard';

/**
 * Folded stacks: `main;a;b 123`, one line for each distinct stack of functions, outermost first, in the sample type's
 * unit. In function names `;` becomes `:` and a line break becomes a space. A sample without a stack is `<unknown>`.
 * Values may be negative, as in the profile; most tools skip such lines.
 * Source: brendangregg/FlameGraph, flamegraph.pl.
 */
export function foldedPieces(profile: Profile, sampleType: number): Iterable<string> {
  return inPieces(foldedLines(profile, sampleType));
}

function* foldedLines(profile: Profile, sampleType: number): Generator<string> {
  const tree = buildCallTree(profile, sampleType);
  const names = tree.functions.names.map((name) => name.replaceAll(';', ':').replace(/[\r\n]+/g, ' '));
  for (const { path, value } of callTreeStacks(tree)) {
    const stack = path.length === 0 ? '<unknown>' : path.map((id) => names[id]).join(';');
    yield `${stack} ${value}\n`;
  }
}

/** A stack of functions and the sum of the samples that end there. */
interface TreeStack {
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

const PIECE_LENGTH = 1 << 16;

/**
 * Joins short texts into pieces of at least 65,536 characters; the last piece may be shorter. All pieces together may
 * exceed the maximum length of a string.
 */
export function* inPieces(texts: Iterable<string>): Generator<string, void, void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    checkpoint();
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
