import { type ChangeRule, isFirm, timeVaries } from '../profile/noise/firmChange';
import { sampleCount } from '../profile/text/counts';
import type { ComparisonState } from '../protocol/messages';
import { type Active, shownUnit } from '../session';
import { baselineName } from '../workbench/baselineName';
import { resultChange } from '../workbench/comparedResults';
import { isPerOperation } from '../profile/text/operationUnits';

/**
 * The totals of a comparison, per operation if lines are compared per operation; undefined without a comparison. `now`
 * is in milliseconds since the epoch.
 */
export function comparisonState(active: Active, now: number): ComparisonState | undefined {
  const { capture, profile, sampleType, baseline } = active;
  if (!baseline) return undefined;
  const unit = shownUnit(active);
  const earlier = baseline.profile.summary;

  const operations = isPerOperation(unit) ? baseline.operations : undefined;
  const { now: countNow, before: countBefore } = operations ?? { now: 1, before: 1 };
  return {
    now: { name: baselineName(capture, capture.title, now), total: profile.summary.totals[sampleType] / countNow },
    before: {
      name: baselineName(baseline.capture, capture.title, now),
      // Profiles of one kind have the same sample types in the same order.
      total: earlier.totals[sampleType] / countBefore,
    },
    unit,
    // Only the first figure, usually ns/op; the lens shows all figures.
    result: resultChange(active)?.split('  ')[0],
    ...(operations && isNoise(active, operations) && { isNoise: true }),
    normalize: baseline.normalize,
  };
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
    const samples = sampleCount(sampleTypes, totals, stacks).count;
    return { value, variance: samples === 0 ? 0 : value ** 2 / samples, events: 0 };
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
