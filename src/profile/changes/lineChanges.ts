import type { ChangeColumns, FileChanges, Move } from '../answers/changes';
import { framesOf } from '../lines/frames';
import { lineKeys } from '../lines/lineCosts';
import { entry } from '../memo';
import type { Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import type { Steps } from '../work/guard';
import { changeSumsInSteps, type FlatAndCum } from './changeSums';
import type { FunctionChanges } from './functionChanges';
import { type NodeChanges, nodeChangesInSteps } from './nodeChanges';
import { keyNodes } from './sampleNodes';

/** The changes of all lines of a difference per operation. */
export function* lineChangesInSteps(
  profile: Profile,
  columns: DifferenceColumns,
  functions: FunctionChanges,
): Steps<LineChanges> {
  const keys = lineKeys(framesOf(profile));
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const judged = { sums, nodes: keyNodes(profile, keys) };
  return new LineChanges(profile, yield* nodeChangesInSteps(profile, columns, judged, functions));
}

/** See lineChangesInSteps. */
export class LineChanges {
  constructor(
    private readonly profile: Profile,
    private readonly changes: FlatAndCum<NodeChanges>,
  ) {}

  /** By the files' names in the profile, in the order given. */
  ofFiles(files: readonly string[]): FileChanges[] {
    const { functions, sourceLines } = framesOf(this.profile);
    return files.map((file) => {
      const index = file === '' ? -1 : functions.files.indexOf(file);
      return index < 0 ? this.ofRows([]) : this.ofRows(this.rowsWithCosts(sourceLines.offsets, index));
    });
  }

  private rowsWithCosts(offsets: Uint32Array, file: number): number[] {
    const rows = [];
    for (let row = offsets[file]; row < offsets[file + 1]; row++) if (!this.changes.cum.isEmpty(row)) rows.push(row);
    return rows;
  }

  private ofRows(rows: readonly number[]): FileChanges {
    const moves = new Map<string, number>();
    const columns = (changes: NodeChanges): ChangeColumns => {
      const samples = rows.map((row) => changes.samplesOf(row));
      return {
        verdict: Uint8Array.from(rows, (row) => changes.verdict[row]),
        now: Float64Array.from(samples, ({ now }) => now),
        before: Float64Array.from(samples, ({ before }) => before),
        move: Uint32Array.from(rows, (row) => numberOf(moves, changes.moveOf(row))),
      };
    };
    const lines = Uint32Array.from(rows, (row) => framesOf(this.profile).sourceLines.line[row]);
    const [flat, cum] = [columns(this.changes.flat), columns(this.changes.cum)];
    return { lines, flat, cum, moves: [...moves.keys()].map((text) => JSON.parse(text) as Move) };
  }
}

/** The number of a move, from 1; 0 for none. */
function numberOf(moves: Map<string, number>, move: Move | undefined): number {
  return move === undefined ? 0 : entry(moves, JSON.stringify(move), () => moves.size + 1);
}
