import { withoutDroppedFrames } from '../profile/refine/profileDropFrames';
import type { Profile } from '../profile/model';
import type { Origin } from './profileEntry';
import type { ProfileSource } from './queries';
import type { Runtime } from './runtime';

/** The origin of a profile that is read from its file or bytes. */
export function sourceOrigin(source: ProfileSource, runtime: Runtime): Origin {
  return {
    stamp: () => runtime.stampOf(source),
    make: async (signal) => ({ profile: withOwnFramesDropped(await runtime.readProfile(source, signal)) }),
  };
}

/** Drops the frames that the profile's own `drop_frames` names, as pprof does before every report. */
function withOwnFramesDropped(profile: Profile): Profile {
  return profile.dropFrames === '' ? profile : { ...withoutDroppedFrames(profile), dropFrames: '', keepFrames: '' };
}
