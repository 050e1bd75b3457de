import { framesOf } from './frames';
import type { LineCosts } from './lineCosts';
import type { Profile } from '../model';
import type { FrameSource } from '../answers/flame';

/** A function to find by its name and file, as tabs show them, or any function of a file. */
export interface SoughtFunction {
  /** Empty: any function of the file. */
  readonly function: string;
  /** The file, if several have a function of this name; empty: any. */
  readonly file?: string | undefined;
}

/**
 * The line to open for a function: the one with the largest |cum|, or the first of several.
 * @returns undefined if the profile has no such function with a file
 */
export function functionSource(profile: Profile, costs: LineCosts, sought: SoughtFunction): FrameSource | undefined {
  let best: FrameSource | undefined;
  let maxCum = -1;
  for (const [file, lines] of linesByFile(profile, sought)) {
    const known = costs.fileCosts(file);
    best ??= { function: sought.function, file, line: 0 };
    known.lines.forEach((line, at) => {
      if (!lines.has(line) || Math.abs(known.cum[at]) <= maxCum) return;
      maxCum = Math.abs(known.cum[at]);
      best = { function: sought.function, file, line };
    });
  }
  return best;
}

/** The lines of the function's frames, by file. */
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
