import type { LoadedProfile, Run } from '../session';

/** The profiles of a run that no other run shares. A renamed run is another object with the same profiles. */
export function profilesOnlyOf(run: Run, others: readonly (Run | undefined)[]): LoadedProfile[] {
  const held = new Set(others.flatMap((other) => other?.profiles ?? []));
  return run.profiles.filter((profile) => !held.has(profile));
}
