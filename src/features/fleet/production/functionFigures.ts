import type { Active } from '../../../captures/session';
import type { QueryEngine } from '../../../engine/client';
import type { TableColumn, TableView } from '../../../profile/answers/table';

/** What a function costs in a profile. */
export interface FunctionFigures {
  readonly flat: number;
  readonly cum: number;
  /** The value that is 100 %. */
  readonly total: number;
  readonly weight?: number | undefined;
  /** Its places among all functions, from 1. */
  readonly flatRank: number;
  readonly cumRank: number;
  readonly functionCount: number;
  /** Its largest callers: full names, with the part of cum that is called from there. */
  readonly callers: readonly { readonly name: string; readonly value: number }[];
}

const MAX_CALLERS = 5;
type Of = Pick<Active, 'queryId' | 'sampleType'>;

/** undefined if the function is in no sample. Throws EngineError, or the signal's reason on abort. */
export async function functionFigures(
  engine: QueryEngine,
  { queryId: profile, sampleType }: Of,
  name: string,
  signal: AbortSignal,
): Promise<FunctionFigures | undefined> {
  const params = { profile, sampleType, options: { granularity: 'functions' } } as const;
  const view = (sort: TableColumn, from = 0, limit = 0): TableView =>
    ({ sort, direction: 'size', search: '', from, limit, find: name });
  const byCum = await engine.ask('table', { ...params, ...view('cum') }, signal);
  if (byCum.found < 0) return undefined;
  const [byFlat, row, peek] = await Promise.all([
    engine.ask('table', { ...params, ...view('flat') }, signal),
    engine.ask('table', { ...params, ...view('cum', byCum.found, 1) }, signal),
    engine.ask('peek', { ...params, name, limit: MAX_CALLERS }, signal),
  ]);
  const callers = peek.blocks[0]?.callers;
  const names = callers?.function.map((each, i) => ({ name: each || callers.name[i], value: callers.value[i] }));
  return {
    flat: row.flat[0], cum: row.cum[0], total: row.total, weight: row.weight,
    flatRank: byFlat.found + 1, cumRank: byCum.found + 1, functionCount: byCum.allCount, callers: names ?? [],
  };
}
