import type { QueryEngine } from '../engine/client';
import type { ProfileId } from '../engine/queries';
import type { MovedFile } from '../profile/refine/moveLines';
import { type Active, baselineDerivation, type Deriver } from './session';
import { removedLineMoves } from '../sources/lineMatching/removedLineMoves';

/** A place where lines with costs were removed since the baseline. */
export interface RemovedPlace {
  /** As named in the profile. */
  readonly file: string;
  /** The captured line above the place; 0 at the start of the file. */
  readonly above: number;
  /** What the lines together cost in the baseline. */
  readonly flat: number;
  readonly cum: number;
}

/** A line that was removed since the baseline. */
export interface RemovedBaselineLine {
  /** As named in the profile. */
  readonly file: string;
  /** Its number in the baseline. */
  readonly line: number;
  /** The captured line above its place; 0 at the start of the file. */
  readonly above: number;
}

/** The engine, as used here. */
export type BaselineEngine = QueryEngine & Deriver;

/** @param files names in the profile */
export function removedBaselineLines({ baseline }: Pick<Active, 'baseline'>, files: readonly string[]): RemovedBaselineLine[] {
  return removedMoves({ baseline }, files).flatMap(({ file, moves }) =>
    moves.map(({ from, to }) => ({ file, line: from, above: to - 1 })));
}

/** Only places whose lines had costs in the baseline. @param files names in the profile */
export async function removedPlaces(
  engine: BaselineEngine,
  active: Active,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<RemovedPlace[]> {
  const moves = removedMoves(active, files);
  if (moves.length === 0) return [];
  const { sampleType } = active;
  const costs = await withBaseline(engine, active, moves, (profile) =>
    engine.ask('fileCosts', { profile, sampleType, files: moves.map(({ file }) => file) }, signal));
  return costs.flatMap(({ file, lines, flat, cum }) =>
    Array.from(lines, (line, i): RemovedPlace => ({ file, above: line - 1, flat: flat[i], cum: cum[i] })));
}

/** Calls a function with the baseline as a profile, refined like the active one, whose lines are moved. */
export async function withBaseline<T>(
  engine: BaselineEngine,
  { baseline, refinement }: Active,
  moved: readonly MovedFile[],
  act: (profile: ProfileId) => Promise<T>,
): Promise<T> {
  const profile = engine.derive(baselineDerivation({ ...baseline!, moved }, refinement));
  try {
    return await act(profile);
  } finally {
    engine.unload(profile);
  }
}

function removedMoves({ baseline }: Pick<Active, 'baseline'>, files: readonly string[]): MovedFile[] {
  return removedLineMoves(baseline?.moved.filter(({ file }) => files.includes(file)) ?? []);
}
