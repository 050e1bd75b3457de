import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { momentFacts } from '../../profile/held/momentFacts';
import type { Profile } from '../../profile/model';
import { mergeOfSameTime } from '../../profile/refine/merge';
import { withTextLabel } from '../../profile/refine/textLabel';
import { encodeProfile } from '../../profile/wire/encode';
import type { Queries } from '../queries';
import { readProfile } from './readProfile';
import { INSTANCE } from '../../profile/refine/instanceLabel';

/** See the query `readMoment`. Throws like mergedBytes. */
export async function readMoment(
  { parts }: Queries['readMoment'][0],
  signal: AbortSignal,
): Promise<Queries['readMoment'][1]> {
  const profiles: Profile[] = [];
  for (const { instance, bytes } of parts) {
    const profile = await readProfile({ kind: 'bytes', bytes }, signal);
    profiles.push(parts.length > 1 ? withTextLabel(profile, INSTANCE, instance) : profile);
  }
  const whole = profiles.length === 1 ? profiles[0] : mergeOfSameTime(profiles);
  return { ...momentFacts(profiles, whole), bytes: await promisify(gzip)(encodeProfile(whole)) };
}
