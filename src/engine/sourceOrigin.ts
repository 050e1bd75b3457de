import type { Profile } from '../profile/model';
import type { Origin } from './profileEntry';
import type { ProfileSource } from './queries';
import type { Runtime } from './runtime';

/** The origin of a profile that is read from its file or bytes. */
export function sourceOrigin(source: ProfileSource, runtime: Runtime): Origin {
  return {
    stamp: () => runtime.stampOf(source),
    make: async (signal) => {
      const profile = await runtime.readProfile(source, signal);
      return { profile: await withOwnFramesDropped(profile, runtime) };
    },
  };
}

/** Drops the frames that the profile's own `drop_frames` names, as pprof does before every report. */
async function withOwnFramesDropped(profile: Profile, runtime: Runtime): Promise<Profile> {
  if (profile.dropFrames === '') return profile;
  const { withoutDroppedFrames } = await runtime.reportCode();
  return { ...withoutDroppedFrames(profile), dropFrames: '', keepFrames: '' };
}
