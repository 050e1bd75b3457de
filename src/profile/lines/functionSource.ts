import { framesOf } from './frames';
import type { LineCosts } from './lineCosts';
import type { Profile } from '../model';
import type { FrameSource } from '../answers/flame';

/** A function to find by its name and file, as tabs show them, or any function of a file if the name is empty. */
export interface FunctionToFind {
  /** Empty: any function of the file. */
  readonly function: string;
  /** The function's file; unset or empty: any file that has a function of this name. */
  readonly file?: string | undefined;
}

/**
 * The line to open for a function: the first of the lines with the largest |cum|; 0 if no line has a cost.
 * @returns undefined if the profile has no such function with a file
 */
export function functionSource(profile: Profile, costs: LineCosts, query: FunctionToFind): FrameSource | undefined {
  let best: FrameSource | undefined;
  let maxCum = -1;
  for (const [file, lines] of linesByFile(profile, query)) {
    const fileCosts = costs.fileCosts(file);
    best ??= { function: query.function, file, line: 0 };
    fileCosts.lines.forEach((line, at) => {
      if (!lines.has(line) || Math.abs(fileCosts.cum[at]) <= maxCum) return;
      maxCum = Math.abs(fileCosts.cum[at]);
      best = { function: query.function, file, line };
    });
  }
  return best;
}

/** The lines of the function's frames, by file. */
function linesByFile(profile: Profile, { function: name, file = '' }: FunctionToFind): Map<string, Set<number>> {
  const { functions, function: functionOf, line } = framesOf(profile);
  const isMatch = Uint8Array.from(functions.names, (candidate, id) => {
    const path = functions.files[functions.file[id]];
    if (path === '') return 0;
    const isInFile = path === file || (file === '' && name !== '');
    return isInFile && (name === '' || candidate === name) ? 1 : 0;
  });
  const linesOf = new Map<string, Set<number>>();
  functionOf.forEach((id, frame) => {
    if (isMatch[id] === 0) return;
    const path = functions.files[functions.file[id]];
    const lines = linesOf.get(path) ?? new Set();
    linesOf.set(path, lines.add(line[frame]));
  });
  return linesOf;
}
