import type { Profile } from '../profile/model';
import { profileTotal } from '../profile/sums/profileTotal';
import { allocationCorrections } from '../profile/refine/allocationCorrections';
import { refineAndReport } from '../profile/refine/applyRefinement';
import { checkCommonGround } from '../profile/refine/comparable';
import { subtractBase } from '../profile/refine/subtractBase';
import type { Refinement } from '../profile/answers/refinement';
import { perOperation, sharesOfTotal } from '../profile/refine/relativeValues';
import { moveLines } from '../profile/refine/moveLines';
import type { MadeProfile } from './lineReports';
import type { AdaptedProfile, Derivation, ProfileId } from './queries';

/**
 * Makes a derived profile from the profiles that `profileOf` loads.
 * @throws RefinementError or the signal's reason
 */
export async function derivedProfile(
  of: Derivation,
  profileOf: (id: ProfileId, signal: AbortSignal) => Promise<Profile>,
  signal: AbortSignal,
): Promise<MadeProfile> {
  const compared = await comparedProfile(of, (id) => profileOf(id, signal));
  signal.throwIfAborted();
  return refinedProfile(compared, of.refinement);
}

/**
 * A profile refined with all options but the granularity, because a derived profile keeps its lines.
 * @throws RefinementError
 */
export function refinedProfile(whole: Profile, options: Refinement): Required<MadeProfile> {
  const refinement = { ...options, granularity: undefined };
  const { profile, unmatched } = refineAndReport(whole, refinement);
  return { profile: withTotals(profile, whole, refinement), unmatched, refinement };
}

async function comparedProfile({ base, ...of }: Derivation, profileOf: (id: ProfileId) => Promise<Profile>) {
  const adapted = async ({ profile: id, moved = [], operations, allocations, per }: AdaptedProfile) => {
    const captured = await profileOf(id);
    const lines = moveLines(captured, moved);
    if (operations === undefined) return lines;
    const corrections = allocations && allocationCorrections(captured, operations, allocations);
    return perOperation(lines, operations, { corrections, ...(per && { suffix: per }) });
  };
  const profile = await adapted(of);
  const { shares = false } = of;
  if (!base) return shares ? sharesOfTotal(profile) : profile;
  const baseProfile = await adapted(base);
  if (!base.isSameSubject) checkCommonGround(profile, baseProfile, base.mode);
  return subtractBase(profile, baseProfile, { ...base, shares, keepSamples: true });
}

/** Sets the totals that percentages refer to, and divides the values by `divide_by`. */
function withTotals(profile: Profile, whole: Profile, refinement: Refinement): Profile {
  const { relative_percentages, divide_by = 1, mean } = refinement;
  const ofTotal = relative_percentages ? profile : whole;
  const totalsOver = (divisors?: Float64Array) =>
    profile.sampleTypes.map((_, sampleType) => profileTotal(ofTotal, sampleType, divisors) / divide_by);
  const known = { ...profile, totals: totalsOver(), ...(mean ? { meanTotals: totalsOver(ofTotal.values[0]) } : {}) };
  if (divide_by === 1) return known;
  return { ...known, values: profile.values.map((column) => column.map((value) => value / divide_by)) };
}
