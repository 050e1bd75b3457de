import { buildCallTree } from '../flame/callTree';
import type { Profile } from '../model';
import { stackSums } from './callTreeStacks';
import { inPieces } from './textPieces';

/**
 * Folded stacks: `main;a;b 123`, a line for each distinct stack of functions, outermost first, in the sample type's
 * unit. What stands between frames cannot stand in a name: `;` becomes `:`, a line's end a space. Samples without a
 * stack go by `<unknown>`. Values may be negative where the profile's are; tools that draw no such stacks skip them.
 * Source: brendangregg/FlameGraph, flamegraph.pl.
 */
export function foldedPieces(profile: Profile, sampleType: number): Iterable<string> {
  return inPieces(foldedLines(profile, sampleType));
}

function* foldedLines(profile: Profile, sampleType: number): Generator<string> {
  const tree = buildCallTree(profile, sampleType);
  const names = tree.functions.names.map((name) => name.replaceAll(';', ':').replace(/[\r\n]+/g, ' '));
  for (const { path, value } of stackSums(tree)) {
    const stack = path.length === 0 ? '<unknown>' : path.map((id) => names[id]).join(';');
    yield `${stack} ${value}\n`;
  }
}
