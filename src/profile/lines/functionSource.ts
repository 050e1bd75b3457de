import { framesOf } from './frames';
import type { LineCosts } from './lineCosts';
import type { Profile } from '../model';
import type { FrameSource } from '../answers/flame';

/** A function as tabs name it, or a file alone. */
export interface SoughtFunction {
  /** Empty: any function of the file. */
  readonly function: string;
  /** Of several files with a function of the name, this one; empty: any. */
  readonly file?: string | undefined;
}

/**
 * Where to look first in a function: its line with the largest |cum|, of several the first.
 * @returns undefined where the profile has no such function, or none with a file
 */
export function functionSource(profile: Profile, costs: LineCosts, sought: SoughtFunction): FrameSource | undefined {
  let best: FrameSource | undefined;
  let most = -1;
  for (const [file, lines] of linesByFile(profile, sought)) {
    const known = costs.fileCosts(file);
    best ??= { function: sought.function, file, line: 0 };
    known.lines.forEach((line, at) => {
      if (!lines.has(line) || Math.abs(known.cum[at]) <= most) return;
      most = Math.abs(known.cum[at]);
      best = { function: sought.function, file, line };
    });
  }
  return best;
}

/** The lines on which the function stands in stacks, by file. */
function linesByFile(profile: Profile, { function: wanted, file = '' }: SoughtFunction): Map<string, Set<number>> {
  const { functions, function: functionOf, line } = framesOf(profile);
  const isMeant = Uint8Array.from(functions.names, (name, id) => {
    const own = functions.files[functions.file[id]];
    return own !== '' && (wanted === '' ? own === file : name === wanted && (file === '' || own === file)) ? 1 : 0;
  });
  const found = new Map<string, Set<number>>();
  functionOf.forEach((id, frame) => {
    if (isMeant[id] === 0) return;
    const own = functions.files[functions.file[id]];
    const lines = found.get(own) ?? new Set();
    found.set(own, lines.add(line[frame]));
  });
  return found;
}
