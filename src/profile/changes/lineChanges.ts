import { type FileChanges, NOISE } from '../answers/changes';
import { framesOf, type ProfileFrames } from '../lines/frames';
import { NONE, type Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import type { Steps } from '../common/guard';
import type { FrameKeys } from '../sums/keySums';
import { ChangeRows } from './changeRows';
import { changeSumsInSteps, type FlatAndCum } from './changeSums';
import type { MovedFunctions } from './movedFunctions';
import { type NodeChanges, nodeChangesInSteps } from './nodeChanges';
import { keyNodes } from './sampleNodes';

/** The changes of all lines of a difference per operation. */
export function* lineChangesInSteps(
  profile: Profile,
  columns: DifferenceColumns,
  functions: MovedFunctions,
): Steps<LineChanges> {
  const keys = keysOf(framesOf(profile));
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const lines = { sums, nodes: keyNodes(profile, keys) };
  return new LineChanges(profile, yield* nodeChangesInSteps(profile, columns, lines, functions));
}

/**
 * The keys of all lines, then one key per file for its removed lines together. In a difference, the lines of the
 * baseline that were removed since have the number 0: see moveLines.
 */
function keysOf({ offsets, functions, function: functionOf, sourceLine, sourceLines }: ProfileFrames): FrameKeys {
  const keys = sourceLine.map((key, frame) => {
    if (key !== NONE) return key;
    const file = functions.file[functionOf[frame]];
    return functions.files[file] === '' ? NONE : sourceLines.count + file;
  });
  return { offsets, keys, count: sourceLines.count + functions.files.length };
}

/** See lineChangesInSteps. */
export class LineChanges {
  constructor(
    private readonly profile: Profile,
    private readonly changes: FlatAndCum<NodeChanges>,
  ) {}

  /** @param files names in the profile; a file that the profile does not have has no lines in the answer */
  ofFiles(files: readonly string[]): FileChanges[] {
    const { functions, sourceLines } = framesOf(this.profile);
    return files.map((file) => {
      const index = file === '' ? -1 : functions.files.indexOf(file);
      const { offsets, count } = sourceLines;
      if (index < 0) return { ...this.ofRows(0, 0), removed: NOISE };
      return { ...this.ofRows(offsets[index], offsets[index + 1]), removed: this.ofRemoved(count + index) };
    });
  }

  /** @param key the key of a file's removed lines */
  private ofRemoved(key: number): number {
    const { cum } = this.changes;
    // With costs now, these are unknown lines, not removed ones.
    return cum.changeOf(key).now.value === 0 ? cum.verdict[key] : NOISE;
  }

  /** The rows of `sourceLines` from `from` to before `to`. */
  private ofRows(from: number, to: number): Omit<FileChanges, 'removed'> {
    const { line } = framesOf(this.profile).sourceLines;
    const rows = Array.from({ length: to - from }, (_, i) => from + i);
    const changeRows = new ChangeRows();
    const [flat, cum] = [this.changes.flat, this.changes.cum].map((changes) => changeRows.columns(changes, rows));
    return { lines: line.slice(from, to), flat, cum, moves: changeRows.moves };
  }
}
