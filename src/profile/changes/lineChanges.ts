import type { FileChanges, LineChangeColumns } from '../answers/changes';
import { framesOf } from '../lines/frames';
import type { Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import type { Steps } from '../common/guard';
import { ChangeRows } from './changeRows';
import { changeSumsInSteps, type FlatAndCum } from './changeSums';
import type { MovedFunctions } from './movedFunctions';
import { type NodeChanges, nodeChangesInSteps } from './nodeChanges';
import { lineAndPlaceKeys, type FilePlace } from './removedPlaces';
import { keyNodes } from './sampleNodes';

/** The changes of all lines of a difference per operation, and of all places where lines were removed. */
export function* lineChangesInSteps(
  profile: Profile,
  columns: DifferenceColumns,
  functions: MovedFunctions,
): Steps<LineChanges> {
  const keys = lineAndPlaceKeys(profile);
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const lines = { sums, nodes: keyNodes(profile, keys) };
  return new LineChanges(profile, yield* nodeChangesInSteps(profile, columns, lines, functions), keys.places);
}

interface KeyedLine {
  readonly line: number;
  readonly key: number;
}

/** See lineChangesInSteps. */
export class LineChanges {
  constructor(
    private readonly profile: Profile,
    private readonly changes: FlatAndCum<NodeChanges>,
    /** Their changes follow those of the lines. */
    private readonly places: readonly FilePlace[],
  ) {}

  /** @param files names in the profile; a file that the profile does not have has no lines in the answer */
  ofFiles(files: readonly string[]): FileChanges[] {
    const { functions, sourceLines: { offsets, line, count } } = framesOf(this.profile);
    return files.map((file): FileChanges => {
      const index = file === '' ? -1 : functions.files.indexOf(file);
      const [from, to] = index < 0 ? [0, 0] : [offsets[index], offsets[index + 1]];
      const rows = new ChangeRows();
      const ofLines = Array.from({ length: to - from }, (_, i) => ({ line: line[from + i], key: from + i }));
      const ofPlaces = this.places
        .map((place, i) => ({ file: place.file, line: place.above, key: count + i }))
        .filter((place) => place.file === file)
        .sort((a, b) => a.line - b.line);
      const changes = { ...this.columns(ofLines, rows), removed: this.columns(ofPlaces, rows) };
      return { ...changes, moves: rows.moves };
    });
  }

  private columns(lines: readonly KeyedLine[], rows: ChangeRows): LineChangeColumns {
    const keys = lines.map(({ key }) => key);
    const [flat, cum] = [this.changes.flat, this.changes.cum].map((changes) => rows.columns(changes, keys));
    return { lines: Uint32Array.from(lines, ({ line }) => line), flat, cum };
  }
}
