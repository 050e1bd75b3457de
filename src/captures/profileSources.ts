import { ignored } from '../profile/common/ignored';
import type { QueryEngine } from '../engine/client';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import type { ModuleHint } from '../sources/workspace/modules';
import type { LoadedProfile } from './loadedCapture';

/** The sources of a loaded profile's program; undefined if they are not known. */
export type SourcesOf = (profile: LoadedProfile) => Promise<CompiledSources | undefined> | CompiledSources | undefined;

/**
 * Corrects a profile by its sources, see findMisfiled, and returns these. If they cannot be read, the profile stays as
 * it is. Throws AbortError.
 */
export async function correctBySources(
  engine: QueryEngine,
  profile: LoadedProfile,
  sourcesOf: SourcesOf,
  signal?: AbortSignal,
): Promise<CompiledSources | undefined> {
  try {
    const sources = await sourcesOf(profile);
    if (!sources || sources.texts.size === 0) return sources;
    await engine.ask('correctFunctions', { profile: profile.summary.id, sources }, signal);
    return sources;
  } catch (error) {
    signal?.throwIfAborted();
    return ignored('a profile is not corrected by its sources')(error);
  }
}

/**
 * Finds the sources of a program that was not built here: the files of the workspace, with their texts as captured, or
 * as they are now.
 */
export type SourcesNow = (
  profile: LoadedProfile,
  captured?: ReadonlyMap<string, string>,
) => Promise<CompiledSources> | undefined;

/** The sources of a capture of a program that was built here. */
export function sourcesIn({ sources, module }: BuiltHere): CompiledSources {
  return { texts: sources, module };
}

interface BuiltHere {
  readonly sources: ReadonlyMap<string, string>;
  readonly module?: ModuleHint | undefined;
}
