import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { CHECK_MASK, checkpoint } from './checkpoint';
import type { CallTree } from './callTree';
import { NONE } from './model';

/** What a search lights in a call tree. */
export interface FlameMatches {
  /** By node: MATCHES where its function's name matches, BELOW where one under it does. */
  readonly marks: Uint8Array;
  /** Part of the tree's total under matching frames, each sample once. */
  readonly value: number;
  /** Frames that match. */
  readonly frames: number;
  /** What is wrong with the pattern, in one sentence. */
  readonly error: string | undefined;
}

export const MATCHES = 1;
export const BELOW = 2;

/** Finds an RE2 pattern, case-insensitive and unanchored, in the names of all functions of the tree. */
export function searchTree(tree: CallTree, pattern: string): FlameMatches {
  const marks = new Uint8Array(tree.count);
  const nothing = { marks, value: 0, frames: 0, error: undefined };
  if (pattern === '') return nothing;
  try {
    return markMatches(tree, matchingFunctions(tree, RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)), marks);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ...nothing, error: `The search pattern is no RE2 regular expression: ${explained(error)}.` };
  }
}

/** `missing closing ) in "("`; the flag that was put in front of the pattern is none of the user's business. */
function explained(error: RE2JSException): string {
  if (!(error instanceof RE2JSSyntaxException)) return error.message;
  const where = error.getPattern()?.replace(/^\(\?i\)/, '');
  return where ? `${error.getDescription()} in "${where}"` : error.getDescription();
}

/** Matching takes microseconds: so many names between two checkpoints. */
const NAMES_MASK = 0xff;

function matchingFunctions({ functions }: CallTree, pattern: RE2JS): Uint8Array {
  return Uint8Array.from(functions.names, (name, at) => {
    if ((at & NAMES_MASK) === 0) checkpoint();
    return pattern.matcher(name).find() ? 1 : 0;
  });
}

function markMatches(tree: CallTree, matching: Uint8Array, marks: Uint8Array): FlameMatches {
  const { count, parent, size } = tree;
  /** 1 where the node or one above matches: its samples have been counted. */
  const counted = new Uint8Array(count);
  let value = 0;
  let frames = 0;
  for (let node = 0; node < count; node++) {
    if ((node & CHECK_MASK) === 0) checkpoint();
    const above = node === 0 ? 0 : counted[parent[node]!]!;
    const matches = tree.function[node] !== NONE && matching[tree.function[node]!] === 1;
    counted[node] = matches ? 1 : above;
    if (!matches) continue;
    marks[node] = MATCHES;
    frames++;
    if (above === 0) value += size[node]!;
  }
  for (let node = count - 1; node > 0; node--) if (marks[node] !== 0) marks[parent[node]!]! |= BELOW;
  return { marks, value, frames, error: undefined };
}
