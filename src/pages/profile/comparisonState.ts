import { type ChangeRule, evenPart, isFirm, timeVaries } from '../../profile/noise/firmChange';
import { sampleCount } from '../../profile/text/counts';
import type { ComparisonState } from '../protocol/profilePage';
import type { ProfileSummary } from '../../engine/queries';
import { type Active, areShares, shownUnit } from '../../captures/session';
import { baselineName } from '../../captures/baselineName';
import { resultChange } from '../../captures/loaded/comparedResults';
import { isPerOperation } from '../../profile/text/relativeUnits';
import type { ComparedWork } from '../../captures/comparedWork';

/**
 * The totals of a comparison, per operation if lines are compared per operation; undefined without a comparison. `now`
 * is in milliseconds since the epoch.
 * @param work what is known of the work of the two, if they may have done different amounts
 */
export function comparisonState(active: Active, now: number, work?: ComparedWork): ComparisonState | undefined {
  const { capture, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  // Shares say nothing of the totals.
  const unit = areShares(active) ? profile.summary.sampleTypes[sampleType].unit : shownUnit(active);
  const earlier = baseline.profile.summary;

  const operations = isPerOperation(unit) ? baseline.operations : undefined;
  const { now: countNow, before: countBefore } = operations ?? { now: 1, before: 1 };
  // Profiles of one kind have the same sample types in the same order.
  const total = totalOf(profile.summary, sampleType) / countNow;
  const totalBefore = totalOf(earlier, sampleType) / countBefore;
  const isScaled = baseline.normalize && !areShares(active);
  return {
    now: {
      name: baselineName(capture, capture.title, now),
      total: isScaled && total !== 0 ? totalBefore : total,
      ...(isScaled && { scaledFrom: total }),
      ...(work?.now && { work: work.now }),
    },
    before: {
      name: baselineName(baseline.capture, capture.title, now),
      total: totalBefore,
      ...(work?.before && { work: work.before }),
    },
    unit,
    ...(baseline.shares && { shares: areShares(active) ? 'shown' as const : 'offered' as const }),
    ...(work?.process && { process: work.process }),
    ...(work && { remarks: work.remarks }),
    // Only the first figure, usually ns/op; the lens shows all figures.
    result: resultChange(active)?.split('  ')[0],
    ...(operations && !baseline.normalize && isNoise(active, operations) && { isNoise: true }),
    normalize: baseline.normalize,
  };
}

/** The total, net if the profile is a difference between two moments. */
function totalOf({ totals, sums }: ProfileSummary, sampleType: number): number {
  return (sums ?? totals)[sampleType];
}

/**
 * Whether chance explains the change of CPU time per operation in the whole program. For other costs, a summary does
 * not tell how many samples they rest on.
 */
function isNoise({ profile, sampleType, baseline }: Active, operations: ChangeRule['operations']): boolean {
  const { sampleTypes } = profile.summary;
  if (!baseline || sampleTypes[sampleType].type !== 'cpu') return false;
  const partOf = ({ totals, sampleCount: stacks }: typeof profile.summary, count: number) => {
    const value = totals[sampleType] / count;
    return evenPart(value, sampleCount(sampleTypes, totals, stacks).count);
  };
  const now = partOf(profile.summary, operations.now);
  const before = partOf(baseline.profile.summary, operations.before);
  // What runs in turns showed is not chance, however few samples the profiles have.
  const hasGrown = now.value > before.value;
  if (baseline.turns?.changes.some(({ type, isIncrease }) => type === 'cpu' && isIncrease === hasGrown)) return false;
  // A sample stands for the same time in both profiles.
  const unitRatio = operations.before / operations.now;
  return now.value !== before.value
    && !isFirm({ now, before }, { operations, unitRatio, varies: timeVaries(baseline.turns?.timeVaries) });
}
