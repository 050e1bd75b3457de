import type { Callers } from './callers';
import type { CallTree } from './callTree';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { NONE } from '../model';
import { uint8Array } from '../common/largeArrays';
import { compileSearch } from '../common/regexp';

/** The matches of a search in one call tree. */
export interface TreeMatches {
  /** For each node: MATCHES if its function's name matches; plus BELOW if a node below it matches. */
  readonly marks: Uint8Array;
}

/** The matches of a search in the tree of callees and in that of callers. */
export interface FlameMatches {
  readonly callees: TreeMatches;
  readonly callers: TreeMatches;
  /** Size of all samples that have a matching frame; each sample counts once. */
  readonly value: number;
  /** The number of matching frames. */
  readonly frames: number;
  /** The error of an invalid pattern, in one sentence. */
  readonly error: string | undefined;
}

export const MATCHES = 1;
const BELOW = 2;

/** Searches the names of all functions of the tree for an RE2 pattern, case-insensitive and not anchored. */
export function searchTree(tree: CallTree, pattern: string, callers?: Callers): FlameMatches {
  const none = { callees: unmarked(tree), callers: unmarked(callers?.tree), value: 0, frames: 0, error: undefined };
  if (pattern === '') return none;
  const search = compileSearch(pattern);
  if ('error' in search) return { ...none, error: search.error };
  const matching = matchingFunctions(tree, search.finds);
  const callees = markMatches(tree, matching);
  if (callers !== undefined) return withCallers(callees, callers, matching);
  return { ...none, callees, value: callees.size, frames: callees.frames };
}

function unmarked(tree: CallTree | undefined): TreeMatches {
  return { marks: new Uint8Array(tree?.count ?? 0) };
}

/** Adds the matches among callers. The function in the middle is the root of both trees and counts once. */
function withCallers(callees: MarkedTree, callers: Callers, matching: Uint8Array): FlameMatches {
  const above = markMatches(callers.tree, matching);
  const value = callers.sizeUnder({ callees: callees.counted, callers: above.counted });
  const frames = callees.frames + above.frames - (above.marks[0] & MATCHES);
  return { callees, callers: above, value, frames, error: undefined };
}

/** A checkpoint every 256 names; matching a name takes microseconds. */
const NAMES_MASK = 0xff;

function matchingFunctions({ functions }: CallTree, finds: (name: string) => boolean): Uint8Array {
  return Uint8Array.from(functions.names, (name, at) => {
    if ((at & NAMES_MASK) === 0) checkpoint();
    return finds(name) ? 1 : 0;
  });
}

interface MarkedTree extends TreeMatches {
  /** For each node: 1 if it or a node above it matches. */
  readonly counted: Uint8Array;
  readonly size: number;
  readonly frames: number;
}

function markMatches(tree: CallTree, matching: Uint8Array): MarkedTree {
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
