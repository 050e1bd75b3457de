import type { SetupLines } from '../answers/flame';
import type { ProfileFrames } from '../lines/frames';
import { functionNamed } from '../text/functionNames';
import { basename } from '../text/shortNames';
import type { StackTrie } from './stackTrie';

/** Runs a sub-benchmark in another goroutine, and waits for it. */
const CASE_RUNNER = 'testing.(*B).Run';

/** For each location: 1 if one of its frames is on a line of a benchmark's setup, or if it calls b.Run. */
export function setupLocations(frames: ProfileFrames, setup: SetupLines, trie: StackTrie): Uint8Array {
  const { functions, offsets, function: functionOf, line } = frames;
  const parts = [setup, ...(setup.helpers ?? [])];
  const linesOf = functions.names.map((name, at) => {
    const matching = parts.filter((part) => name.includes(part.function) && functionNamed(name, part.function));
    const file = matching.length === 0 ? '' : basename(functions.files[functions.file[at]]);
    return matching.flatMap((part) => (part.file === file ? part.lines : []));
  });
  const locations = new Uint8Array(offsets.length - 1);
  for (let location = 0; location < locations.length; location++) {
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      const at = line[frame];
      if (linesOf[functionOf[frame]].some(([first, last]) => first <= at && at <= last)) locations[location] = 1;
    }
  }
  const runner = functions.names.indexOf(CASE_RUNNER);
  for (let node = 1; runner >= 0 && node < trie.count; node++) {
    const callee = trie.location[node];
    const caller = trie.parent[node];
    if (caller !== 0 && functionOf[offsets[callee + 1] - 1] === runner) locations[trie.location[caller]] = 1;
  }
  return locations;
}
