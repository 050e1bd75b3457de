import { withoutDroppedFrames } from '../profile/dropFrames';
import { pprofName } from '../profile/pprofName';
import type { Profile } from '../profile/model';
import { withMapping } from '../profile/refine';
import { withStrings } from '../profile/strings';
import { isUrl } from './paths';

/**
 * What pprof makes of a profile before any report: the frames dropped that the profile says to drop, functions named
 * its way, a mapping there in any case, and none that is named by where a profile came from.
 * Source: google/pprof internal/driver, fetchProfiles.
 * @param symbolize whether functions are named its way
 */
export function asPprofReads(profile: Profile, { symbolize = true }: { readonly symbolize?: boolean } = {}): Profile {
  const kept = withoutDroppedFrames(withMapping(profile));
  const { mappings, ...rest } = symbolize ? withNames(kept) : kept;
  return {
    ...rest,
    mappings: mappings.map((mapping) =>
      mapping.buildId === '' && isUrl(mapping.file) ? { ...mapping, file: '' } : mapping,
    ),
  };
}

function withNames(profile: Profile): Profile {
  const { functions, strings } = profile;
  const added: string[] = [];
  const name = functions.name.map((index, row) => {
    const text = strings.get(index);
    const renamed = pprofName(text, strings.get(functions.systemName[row]!));
    return renamed === text ? index : strings.length + added.push(renamed) - 1;
  });
  return added.length === 0
    ? profile
    : { ...profile, functions: { ...functions, name }, strings: withStrings(strings, added) };
}
