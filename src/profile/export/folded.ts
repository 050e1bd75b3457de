import { buildCallTree } from '../flame/callTree';
import type { Profile } from '../model';
import { callTreeStacks } from './callTreeStacks';
import { inPieces } from './textPieces';

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
