import { isPerOperation, isShare } from '../profile/text/relativeUnits';
import type { LoadedProfile } from './loadedCapture';
import { type Active, areMeansOrQuotients, shownUnit } from './session';

/**
 * The value of one sample in the unit of the shown figures, which decides how many digits these carry: see
 * sampleWeight. In a comparison, of the profile with the larger samples. Undefined if it is not known.
 */
export function shownWeight(active: Active): number | undefined {
  const { baseline, profile, sampleType, operations = 1, refinement } = active;
  if (profile.summary.weights?.[sampleType] === undefined || areMeansOrQuotients(refinement)) return undefined;
  const unit = shownUnit(active);
  const weightOf = ({ summary: { weights, totals } }: LoadedProfile, count: number) => {
    const weight = weights?.[sampleType];
    if (weight === undefined) return undefined;
    if (isShare(unit)) return totals[sampleType] === 0 ? undefined : (100 * weight) / totals[sampleType];
    return isPerOperation(unit) ? weight / count : weight;
  };
  if (!baseline) return weightOf(profile, operations);
  const now = weightOf(profile, baseline.operations?.now ?? 1);
  const before = weightOf(baseline.profile, baseline.operations?.before ?? 1);
  return now === undefined || before === undefined ? undefined : Math.max(now, before);
}
