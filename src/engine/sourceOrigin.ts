import { stat } from 'node:fs/promises';
import { withoutDroppedFrames } from '../profile/refine/profileDropFrames';
import type { Profile } from '../profile/model';
import type { Origin } from './heldProfile';
import type { ProfileSource } from './queries';
import { readProfile } from './readProfile';

/** The origin of a profile that is read from its file or bytes. */
export function sourceOrigin(source: ProfileSource): Origin {
  return {
    stamp: () => stampOf(source),
    make: async (signal) => ({ profile: withOwnFramesDropped(await readProfile(source, signal)) }),
  };
}

/** Drops the frames that the profile's own `drop_frames` names, as pprof does before every report. */
function withOwnFramesDropped(profile: Profile): Profile {
  return profile.dropFrames === '' ? profile : { ...withoutDroppedFrames(profile), dropFrames: '', keepFrames: '' };
}

async function stampOf(source: ProfileSource): Promise<string> {
  if (source.kind === 'bytes') return '';
  try {
    const { size, mtimeMs } = await stat(source.path);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}
