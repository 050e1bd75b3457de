import type { FileChanges } from '../answers/changes';
import { framesOf } from '../lines/frames';
import { lineKeys } from '../lines/lineCosts';
import type { Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import type { Steps } from '../common/guard';
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
  const keys = lineKeys(framesOf(profile));
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const lines = { sums, nodes: keyNodes(profile, keys) };
  return new LineChanges(profile, yield* nodeChangesInSteps(profile, columns, lines, functions));
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
      return this.ofRows(index < 0 ? 0 : sourceLines.offsets[index], index < 0 ? 0 : sourceLines.offsets[index + 1]);
    });
  }

  /** The rows of `sourceLines` from `from` to before `to`. */
  private ofRows(from: number, to: number): FileChanges {
    const { line } = framesOf(this.profile).sourceLines;
    const rows = Array.from({ length: to - from }, (_, i) => from + i);
    const changeRows = new ChangeRows();
    const [flat, cum] = [this.changes.flat, this.changes.cum].map((changes) => changeRows.columns(changes, rows));
    return { lines: line.slice(from, to), flat, cum, moves: changeRows.moves };
  }
}
