import { CHECK_MASK, checkpoint } from '../common/guard';
import type { ProfileFrames } from './frames';
import { WideNumbers } from '../common/idTable';
import { oncePer } from '../memo';

/** The distinct (function, line) pairs of frames, in order of first appearance. */
export interface Sites {
  readonly count: number;
  /** For each frame: its site. */
  readonly of: Uint32Array;
  /** For each site: index into `ProfileFrames.functions`. */
  readonly function: Uint32Array;
  /** For each site: its line, 1-based; 0 if unknown. */
  readonly line: Uint32Array;
}

export const sitesOf = oncePer(({ function: functionOf, line }: ProfileFrames): Sites => {
  const sites = new WideNumbers();
  const of = new Uint32Array(functionOf.length);
  for (let frame = 0; frame < of.length; frame++) {
    if ((frame & CHECK_MASK) === 0) checkpoint();
    of[frame] = sites.intern(line[frame], functionOf[frame]);
  }
  const columns = { function: new Uint32Array(sites.length), line: new Uint32Array(sites.length) };
  of.forEach((site, frame) => {
    columns.function[site] = functionOf[frame];
    columns.line[site] = line[frame];
  });
  return { count: sites.length, of, ...columns };
});
