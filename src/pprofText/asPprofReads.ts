import { withoutDroppedFrames } from '../profile/refine/profileDropFrames';
import { pprofName } from '../profile/text/pprofName';
import type { Profile } from '../profile/model';
import { withMapping } from '../profile/refine';
import { withStrings } from '../profile/strings';
import { isUrl } from './paths';
import { symbolization } from './symbolize';
import type { Symbolization } from './symbolize';

/**
 * Prepares a profile as pprof does before every report: names functions as pprof does, drops the frames that match the
 * profile's `drop_frames`, adds a mapping if there is none, and clears mapping files that are the profile's URL.
 * Source: google/pprof internal/driver, fetchProfiles.
 */
export function asPprofReads(profile: Profile, mode: Symbolization = symbolization('')): Profile {
  const { mappings, ...rest } = withoutDroppedFrames(withNames(withMapping(profile), mode));
  return {
    ...rest,
    mappings: mappings.map((mapping) =>
      mapping.buildId === '' && isUrl(mapping.file) ? { ...mapping, file: '' } : mapping,
    ),
  };
}

function withNames(profile: Profile, { demangling, force }: Symbolization): Profile {
  const { functions, strings } = profile;
  if (demangling === undefined) return { ...profile, hasFinalNames: true };
  const added: string[] = [];
  const name = functions.name.map((index, row) => {
    const text = strings.get(index);
    const systemName = strings.get(functions.systemName[row]);
    const renamed = pprofName(force && text !== '' && systemName !== '' ? systemName : text, systemName, demangling);
    return renamed === text ? index : strings.length + added.push(renamed) - 1;
  });
  const unchanged: Profile = { ...profile, hasFinalNames: true };
  return added.length === 0
    ? unchanged
    : { ...unchanged, functions: { ...functions, name }, strings: withStrings(strings, added) };
}
