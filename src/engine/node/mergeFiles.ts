import { basename } from 'node:path';
import { ProfileError, RefinementError } from '../../profile/errors';
import type { Profile } from '../../profile/model';
import { mergeProfiles } from '../../profile/refine';
import { exportToFile } from './exportToFile';
import type { MergeParams, ProfileSource } from '../queries';
import { readProfile } from './readProfile';
import { EngineError } from '../workerMessages';

/**
 * Merges profiles as pprof does with several files, and writes the result as .pb.gz. Throws EngineError
 * ('badRefinement' if the profiles are of different kinds), ProfileError, MemoryError or an AbortError.
 */
export async function mergeFiles({ sources, path }: MergeParams, signal: AbortSignal): Promise<void> {
  const profiles: Profile[] = [];
  for (const source of sources) profiles.push(await readOne(source, signal));
  await exportToFile(merge(profiles), { path, format: 'pprof', sampleType: 0, refinement: {} }, signal);
}

async function readOne(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  try {
    return await readProfile(source, signal);
  } catch (cause) {
    if (!(cause instanceof ProfileError) || source.kind !== 'file') throw cause;
    throw new ProfileError(cause.stage, `${basename(source.path)}: ${cause.message}`, cause.offset);
  }
}

function merge(profiles: readonly Profile[]): Profile {
  try {
    return mergeProfiles(profiles);
  } catch (cause) {
    if (!(cause instanceof RefinementError)) throw cause;
    const kinds = new Set(profiles.map(({ sampleTypes }) => sampleTypes.map(({ type }) => type).join(', ')));
    const message = `Profiles of different kinds cannot be merged (${[...kinds].join('; ')}): choose profiles of one kind.`;
    throw new EngineError('badRefinement', message, cause.field);
  }
}
