import type { Profile } from '../model';
import { type DifferenceColumns, differenceColumns } from '../noise/differenceColumns';
import { finish, type Steps } from '../common/guard';
import { type MovedFunctions, movedFunctionsInSteps } from './movedFunctions';
import { type BenchmarkTurns, benchmarkTurns } from './benchmarkTurns';
import { type LineChanges, lineChangesInSteps } from './lineChanges';

/** All verdicts on a difference of costs per operation under one sample type. */
export interface Changes {
  readonly columns: DifferenceColumns;
  readonly functions: MovedFunctions;
  readonly lines: LineChanges;
  /** What runs in turns showed about the benchmark under this sample type. */
  readonly turns?: BenchmarkTurns;
}

/** Returns undefined where differenceColumns does. */
export function changesOf(profile: Profile, sampleType: number): Changes | undefined {
  return finish(changesInSteps(profile, sampleType));
}

export function* changesInSteps(profile: Profile, sampleType: number): Steps<Changes | undefined> {
  const columns = differenceColumns(profile, sampleType);
  if (!columns) return undefined;
  const functions = yield* movedFunctionsInSteps(profile, columns);
  const turns = benchmarkTurns(profile, sampleType, functions.sums.cum);
  const lines = yield* lineChangesInSteps(profile, columns, functions, turns);
  return { columns, functions, lines, ...(turns && { turns }) };
}
