import { LineReports } from '../../src/engine/lineReports';
import { LoadedReports } from '../../src/engine/loadedReports';
import type { Refinement } from '../../src/profile/answers/refinement';
import type { Profile } from '../../src/profile/model';

/** The reports of a profile. @param refinement the refinement that made the profile */
export function loadedReports(profile: Profile, refinement: Refinement = {}): LoadedReports {
  return new LoadedReports(new LineReports({ profile, refinement }));
}
