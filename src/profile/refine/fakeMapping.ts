import type { Mapping, Profile } from '../model';

const EMPTY: Mapping = {
  start: 0n,
  limit: 0n,
  offset: 0n,
  file: '',
  buildId: '',
  hasFunctions: false,
  hasFilenames: false,
  hasLineNumbers: false,
  hasInlineFrames: false,
};

/**
 * Adds an empty mapping for all locations to a profile without mappings, as pprof does.
 * Source: google/pprof internal/driver, locateBinaries.
 */
export function withMapping(profile: Profile): Profile {
  if (profile.mappings.length > 0) return profile;
  const { locations } = profile;
  return { ...profile, mappings: [EMPTY], locations: { ...locations, mapping: new Uint32Array(locations.count) } };
}
