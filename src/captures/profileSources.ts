import { ignored } from '../profile/common/ignored';
import type { QueryEngine } from '../engine/client';
import type { CompiledSources } from '../sources/lineMatching/misfiledFunctions';
import type { ModuleHint } from '../sources/workspace/modules';
import type { LoadedProfile } from './loadedCapture';

/** The sources of a loaded profile's program; undefined if they are not known. */
export type SourcesOf = (profile: LoadedProfile) => Promise<CompiledSources | undefined> | CompiledSources | undefined;

/** Corrects a profile by its sources, see findMisfiled, if these can be found and read. Throws AbortError. */
export async function correctBySources(
  engine: QueryEngine,
  profile: LoadedProfile,
  sourcesOf: SourcesOf,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const sources = await sourcesOf(profile);
    if (!sources || sources.texts.size === 0) return;
    await engine.ask('correctFunctions', { profile: profile.summary.id, sources }, signal);
  } catch (error) {
    signal?.throwIfAborted();
    ignored('a profile is not corrected by its sources')(error);
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
