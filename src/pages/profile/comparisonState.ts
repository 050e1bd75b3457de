import type { ComparisonState } from '../protocol/profilePage';
import type { ProfileSummary } from '../../engine/queries';
import { type Active, areShares, shownUnit } from '../../captures/session';
import { baselineName } from '../../captures/baselineName';
import { comparisonHead, headParts } from '../../captures/comparisonHead';
import { shownSides } from '../../captures/sides';
import { isPerOperation } from '../../profile/text/relativeUnits';
import type { ComparedWork } from '../../captures/comparedWork';
import { shownWeight } from '../../captures/shownWeight';

/**
 * What the page says of a comparison; undefined without one. `now` is in milliseconds since the epoch.
 * @param work what is known of the work of the two, if they may have done different amounts
 */
export function comparisonState(active: Active, now: number, work?: ComparedWork): ComparisonState | undefined {
  const { capture, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  // Shares say nothing of the totals.
  const unit = areShares(active) ? profile.summary.sampleTypes[sampleType].unit : shownUnit(active);
  const { now: countNow, before: countBefore } = (isPerOperation(unit) && baseline.operations) || { now: 1, before: 1 };
  // Profiles of one kind have the same sample types in the same order.
  const total = totalOf(profile.summary, sampleType) / countNow;
  const totalBefore = totalOf(baseline.profile.summary, sampleType) / countBefore;
  const isScaled = baseline.normalize && !areShares(active);
  const sides = shownSides(active);
  const head = comparisonHead(active, now);
  const weight = areShares(active) ? profile.summary.weights?.[sampleType] : shownWeight(active);
  return {
    now: {
      name: sides?.now ?? baselineName(capture, capture, now),
      total: isScaled && total !== 0 ? totalBefore : total,
      ...(isScaled && { scaledFrom: total }),
      ...(work?.now && { work: work.now }),
    },
    before: {
      name: baselineName(baseline.capture, capture, now),
      total: totalBefore,
      ...(work?.before && { work: work.before }),
    },
    ...(sides && { areSides: true as const }),
    unit,
    ...(weight !== undefined && { weight }),
    ...(baseline.shares && { shares: areShares(active) ? 'shown' as const : 'offered' as const }),
    ...(work?.process && { process: work.process }),
    ...(work && { remarks: work.remarks }),
    ...(head && { head: headParts(head) }),
    normalize: baseline.normalize,
  };
}

/** The total, net if the profile is a difference between two moments. */
function totalOf({ totals, sums }: ProfileSummary, sampleType: number): number {
  return (sums ?? totals)[sampleType];
}
