import type { Callers } from './callers';
import type { CallTree } from './callTree';
import { CHECK_MASK, checkpoint } from '../work/guard';
import { NONE } from '../model';
import { uint8Array } from '../work/largeArrays';
import { compileSearch } from '../work/regexp';

/** What a search lights in one call tree. */
export interface TreeMatches {
  /** By node: MATCHES where its function's name matches, BELOW where one under it does. */
  readonly marks: Uint8Array;
}

/** What a search lights in a call tree, and in that of the callers beside it. */
export interface FlameMatches {
  readonly callees: TreeMatches;
  readonly callers: TreeMatches;
  /** Part of the total under matching frames, each sample once. */
  readonly value: number;
  /** Frames that match. */
  readonly frames: number;
  /** What is wrong with the pattern, in one sentence. */
  readonly error: string | undefined;
}

export const MATCHES = 1;
export const BELOW = 2;

/** Finds an RE2 pattern, case-insensitive and unanchored, in the names of all functions of the tree. */
export function searchTree(tree: CallTree, pattern: string, callers?: Callers): FlameMatches {
  const none = { callees: unmarked(tree), callers: unmarked(callers?.tree), value: 0, frames: 0, error: undefined };
  if (pattern === '') return none;
  const search = compileSearch(pattern);
  if ('error' in search) return { ...none, error: search.error };
  const matching = matchingFunctions(tree, search.finds);
  const found = markMatches(tree, matching);
  if (callers !== undefined) return withCallers(found, callers, matching);
  return { ...none, callees: found, value: found.size, frames: found.frames };
}

function unmarked(tree: CallTree | undefined): TreeMatches {
  return { marks: new Uint8Array(tree?.count ?? 0) };
}

/** The function in the middle is the root of both trees. */
function withCallers(found: Marked, callers: Callers, matching: Uint8Array): FlameMatches {
  const above = markMatches(callers.tree, matching);
  const value = callers.sizeUnder({ callees: found.counted, callers: above.counted });
  const frames = found.frames + above.frames - (above.marks[0] & MATCHES);
  return { callees: found, callers: above, value, frames, error: undefined };
}

/** Matching takes microseconds: so many names between two checkpoints. */
const NAMES_MASK = 0xff;

function matchingFunctions({ functions }: CallTree, finds: (name: string) => boolean): Uint8Array {
  return Uint8Array.from(functions.names, (name, at) => {
    if ((at & NAMES_MASK) === 0) checkpoint();
    return finds(name) ? 1 : 0;
  });
}

interface Marked extends TreeMatches {
  /** By node: 1 where it or one above it matches. */
  readonly counted: Uint8Array;
  readonly size: number;
  readonly frames: number;
}

function markMatches(tree: CallTree, matching: Uint8Array): Marked {
  const { count, parent, size } = tree;
  const marks = uint8Array(count);
  const counted = uint8Array(count);
  let sum = 0;
  let frames = 0;
  for (let node = 0; node < count; node++) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    const above = node === 0 ? 0 : counted[parent[node]];
    const matches = tree.function[node] !== NONE && matching[tree.function[node]] === 1 && size[node] !== 0;
    counted[node] = matches ? 1 : above;
    if (!matches) continue;
    marks[node] = MATCHES;
    frames++;
    if (above === 0) sum += size[node];
  }
  for (let node = count - 1; node > 0; node--) if (marks[node] !== 0) marks[parent[node]] |= BELOW;
  return { marks, counted, size: sum, frames };
}
