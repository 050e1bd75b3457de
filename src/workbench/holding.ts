import type { LoadedProfile, Run } from '../session';

/** Profiles of a run that none of the others has: a run under another name has the same ones. */
export function profilesOnlyOf(run: Run, others: readonly (Run | undefined)[]): LoadedProfile[] {
  const held = new Set(others.flatMap((other) => other?.profiles ?? []));
  return run.profiles.filter((profile) => !held.has(profile));
}
