import type { Profile } from '../profile/model';
import type { Origin } from './profileEntry';
import type { Derivation, ProfileId } from './queries';
import type { Runtime } from './runtime';

/** The origin of a profile that is derived from other profiles, which `profileOf` loads. */
export function derivedOrigin(
  of: Derivation,
  profileOf: (id: ProfileId, signal: AbortSignal) => Promise<Profile>,
  runtime: Runtime,
): Origin {
  return {
    recipe: JSON.stringify({ ...of, refinement: { ...of.refinement, granularity: undefined } }),
    madeOf: [of.profile, ...(of.base ? [of.base.profile] : [])],
    stamp: () => Promise.resolve(''),
    make: async (signal) => (await runtime.reportCode()).derivedProfile(of, profileOf, signal),
  };
}
