import type { Profile } from '../model';
import { RefinementError } from '../errors';
import { functionNames } from './frameMatcher';

/**
 * Refuses a base of which no function is in the profile: all of one would be less all of the other, which pprof shows
 * without a word. Profiles without functions pass.
 * @param field that the error names
 * @throws RefinementError
 */
export function checkCommonGround(profile: Profile, base: Profile, field: 'base' | 'diff_base'): void {
  const [names, others] = [namesOf(profile), namesOf(base)];
  if (names.size === 0 || others.size === 0) return;
  for (const name of others) if (names.has(name)) return;
  throw new RefinementError(
    field,
    'it has nothing in common with the profile, not one function; valid is a profile of the same program',
  );
}

function namesOf(profile: Profile): Set<string> {
  const name = functionNames(profile);
  return new Set(Array.from({ length: profile.functions.count }, (_, index) => name(index)).filter((text) => text !== ''));
}
