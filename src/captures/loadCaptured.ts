import type { QueryEngine } from '../engine/client';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import type { StoredProfile } from './disk/captureStore';
import type { LoadedProfile } from './loadedCapture';
import { correctBySources, type SourcesOf } from './profileSources';

/**
 * Loads a profile of a capture. Throws EngineError or AbortError.
 * @param sources those from which its program was built here, or a function that finds them
 */
export async function loadCaptured(
  engine: QueryEngine,
  { label, iterations, byDuration, slower, misfit, time, takenAt, requests }: StoredProfile,
  path: string,
  sources?: CompiledSources | SourcesOf,
  signal?: AbortSignal,
): Promise<LoadedProfile> {
  const isBuiltHere = typeof sources === 'object';
  const capture = { ...(isBuiltHere && { sources }), ...(iterations && { isBenchmark: true }) };
  const source = { kind: 'file', path } as const;
  const { facts, ...summary } = await engine.ask('load', { source, capture }, signal);
  if (sources && !isBuiltHere) await correctBySources(engine, { summary, label }, sources, signal);
  const { loop, files, lacksOwnCode, startsProcess } = facts ?? {};
  return {
    summary, label, ...(byDuration && { byDuration }), ...(slower && { slower }), ...(misfit && { misfit }),
    ...(time && { time }), ...(takenAt !== undefined && { takenAt }), ...(requests && { requests }),
    ...(iterations && { iterations }), ...(loop && { loop }), ...(files && { files }),
    ...(lacksOwnCode && { lacksOwnCode }), ...(startsProcess && { startsProcess }),
  };
}
