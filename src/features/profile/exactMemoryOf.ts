import { basename } from 'node:path';
import type { ExactMemory } from '../../bench/exactMemory';
import { loopOf, operationsOf } from '../../bench/operations';
import { groupByName } from '../../bench/resultsByCase';
import { findTestFunctions } from '../../go/code/findTests';
import type { QueryEngine } from '../../engine/client';
import type { LoadedProfile } from '../../captures/loadedCapture';
import type { Captured } from '../../captures/captureDraft';

/**
 * What an operation of a benchmark allocates, without its setup, according to a profile of every allocation; undefined
 * if it is not known exactly. Throws EngineError or AbortError.
 */
export async function exactMemoryOf(
  { summary, iterations, byDuration, loop }: LoadedProfile,
  { target, setup, results, sources, ...captured }: Captured,
  engine: QueryEngine,
): Promise<ExactMemory | undefined> {
  const operations = operationsOf(iterations, loopOf({ ...captured, profiles: [{ loop }] }));
  if (summary.period !== 1 || operations === undefined || byDuration || !target || setup?.helpers) return undefined;
  if (groupByName(results).length !== 1) return undefined;
  const { file, name } = target;
  const code = findTestFunctions(sources.get(file) ?? '').find((each) => each.name === name);
  if (!code || (setup && setup.file !== basename(file))) return undefined;
  const blocks = [[code.line, code.endLine] as const, ...(setup?.lines ?? [])];
  const meanOf = async (type: string): Promise<number> => {
    const sampleType = summary.sampleTypes.findIndex((each) => each.type === type);
    const costs = await engine.ask('blockCosts', { profile: summary.id, sampleType, files: [file], blocks });
    const [all, ...unmeasured] = costs.map(({ cum }) => cum);
    return (all - unmeasured.reduce((sum, cum) => sum + cum, 0)) / operations;
  };
  return { bytes: await meanOf('alloc_space'), allocations: await meanOf('alloc_objects') };
}
