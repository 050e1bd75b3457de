import type { Profile } from '../model';
import { differenceColumns } from '../noise/differenceColumns';
import type { Steps } from '../common/guard';
import { benchmarkTurnsInSteps } from './benchmarkTurns';
import { type LineChanges, lineChangesInSteps } from './lineChanges';
import { movedFunctionsInSteps } from './movedFunctions';
import type { Evidence } from './nodeChanges';

/** All judgements on a difference of costs per operation under one sample type. */
export interface Changes extends Evidence {
  readonly lines: LineChanges;
}

/** Returns undefined where differenceColumns does. */
export function* changesInSteps(profile: Profile, sampleType: number): Steps<Changes | undefined> {
  const columns = differenceColumns(profile, sampleType);
  if (!columns) return undefined;
  const functions = yield* movedFunctionsInSteps(profile, columns);
  const { sums: { cum: sums }, nodes } = functions;
  const turns = yield* benchmarkTurnsInSteps(profile, sampleType, { sums, nodes });
  const evidence = { columns, functions, ...(turns && { turns }) };
  return { ...evidence, lines: yield* lineChangesInSteps(profile, evidence) };
}
