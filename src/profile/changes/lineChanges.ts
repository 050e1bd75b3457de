import type { FileChanges, LineChangeColumns } from '../answers/changes';
import { framesOf } from '../lines/frames';
import type { Profile } from '../model';
import type { Steps } from '../common/guard';
import { ChangeRows, type Evidence, type NodeChanges, nodeChangesInSteps } from './nodeChanges';
import { changeSumsInSteps, type FlatAndCum } from './changeSums';
import { keyNodes } from './sampleNodes';
import type { FrameKeys } from '../sums/keySums';

/** The changes of all lines of a difference per operation, and of all places where lines were removed. */
export function* lineChangesInSteps(profile: Profile, evidence: Evidence): Steps<LineChanges> {
  const keys = lineAndPlaceKeys(profile);
  const sums = yield* changeSumsInSteps(profile, evidence.columns, keys);
  const lines = { sums, nodes: keyNodes(profile, keys) };
  return new LineChanges(profile, yield* nodeChangesInSteps(profile, evidence, lines), keys.places);
}

interface KeyedLine {
  readonly line: number;
  readonly key: number;
}

/** See lineChangesInSteps. */
export class LineChanges {
  /** The places of each file, by line. */
  private readonly placesOf = new Map<string, KeyedLine[]>();

  constructor(
    private readonly profile: Profile,
    private readonly changes: FlatAndCum<NodeChanges>,
    /** Their changes follow those of the lines. */
    places: readonly FilePlace[],
  ) {
    const { count } = framesOf(profile).sourceLines;
    for (const [i, { file, above }] of places.entries()) {
      const place = { line: above, key: count + i };
      const known = this.placesOf.get(file);
      if (known) known.push(place);
      else this.placesOf.set(file, [place]);
    }
    for (const each of this.placesOf.values()) each.sort((a, b) => a.line - b.line);
  }

  /** @param files names in the profile; a file that the profile does not have has no lines in the answer */
  ofFiles(files: readonly string[]): FileChanges[] {
    const { functions, sourceLines: { offsets, line } } = framesOf(this.profile);
    return files.map((file): FileChanges => {
      const index = file === '' ? -1 : functions.files.indexOf(file);
      const [from, to] = index < 0 ? [0, 0] : [offsets[index], offsets[index + 1]];
      const rows = new ChangeRows();
      const ofLines = Array.from({ length: to - from }, (_, i) => ({ line: line[from + i], key: from + i }));
      const removed = this.columns(this.placesOf.get(file) ?? [], rows);
      const changes = { ...this.columns(ofLines, rows), removed };
      return { ...changes, moves: rows.moves };
    });
  }

  private columns(lines: readonly KeyedLine[], rows: ChangeRows): LineChangeColumns {
    const keys = lines.map(({ key }) => key);
    const [flat, cum] = [this.changes.flat, this.changes.cum].map((changes) => rows.columns(changes, keys));
    return { lines: Uint32Array.from(lines, ({ line }) => line), flat, cum };
  }
}

/** A place in a file where lines of the baseline were removed. */
interface FilePlace {
  readonly file: string;
  /** The line above it; 0 at the start of the file. */
  readonly above: number;
}

/** The keys of all lines, then one per place where lines were removed: see `removedAt`. */
interface LineAndPlaceKeys extends FrameKeys {
  /** The places, in the order of their keys. */
  readonly places: readonly FilePlace[];
}

/** The keys of all frames whose line is known, or known to be removed. */
function lineAndPlaceKeys(profile: Profile): LineAndPlaceKeys {
  const { lines: { removedAt }, locations: { lineOffsets } } = profile;
  const { offsets, functions, function: functionOf, sourceLine, sourceLines: { count } } = framesOf(profile);
  if (!removedAt) return { offsets, keys: sourceLine, count, places: [] };
  const keys = sourceLine.slice();
  const numbers = new Map<string, number>();
  const places: FilePlace[] = [];
  for (let location = 0; location + 1 < offsets.length; location++) {
    for (let row = lineOffsets[location]; row < lineOffsets[location + 1]; row++) {
      if (removedAt[row] === 0) continue;
      const frame = offsets[location] + row - lineOffsets[location];
      const place = { file: functions.files[functions.file[functionOf[frame]]], above: removedAt[row] - 1 };
      const name = `${place.above} ${place.file}`;
      if (!numbers.has(name)) numbers.set(name, places.push(place) - 1);
      keys[frame] = count + numbers.get(name)!;
    }
  }
  return { offsets, keys, count: count + places.length, places };
}
