import { withoutDroppedFrames } from '../profile/refine/profileDropFrames';
import { pprofName } from '../profile/text/pprofName';
import type { Profile } from '../profile/model';
import { withMapping } from '../profile/refine';
import { withStrings } from '../profile/strings';
import { isUrl } from './paths';
import { symbolization } from './symbolize';
import type { Symbolization } from './symbolize';

/**
 * Prepares a profile as pprof does before every report: adds a mapping if there is none, shortens function names (see
 * pprofName), drops the frames that match `drop_frames`, and clears the file of each mapping without a build ID whose
 * file is a URL.
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
  const final: Profile = { ...profile, hasFinalNames: true };
  if (demangling === undefined) return final;
  const added: string[] = [];
  const name = functions.name.map((index, row) => {
    const text = strings.get(index);
    const systemName = strings.get(functions.systemName[row]);
    const renamed = pprofName(force && text !== '' && systemName !== '' ? systemName : text, systemName, demangling);
    return renamed === text ? index : strings.length + added.push(renamed) - 1;
  });
  return added.length === 0
    ? final
    : { ...final, functions: { ...functions, name }, strings: withStrings(strings, added) };
}
