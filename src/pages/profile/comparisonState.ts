import type { ComparisonState } from '../protocol/profilePage';
import { type Active, areShares, shownUnit } from '../../captures/session';
import { baselineName } from '../../captures/baselineName';
import { comparisonSentence } from '../../captures/comparisonHead';
import { shownSides } from '../../captures/sides';
import type { ComparedWork } from '../../captures/comparedWork';

/**
 * What the page says of a comparison; undefined without one. `now` is in milliseconds since the epoch.
 * @param work what is known of the work of the two, if they may have done different amounts
 */
export function comparisonState(active: Active, now: number, work?: ComparedWork): ComparisonState | undefined {
  const { capture, baseline } = active;
  if (!baseline) return undefined;
  const sides = shownSides(active);
  return {
    head: comparisonSentence(active),
    now: sides?.now ?? baselineName(capture, capture, now),
    before: baselineName(baseline.capture, capture, now),
    ...(sides && { areSides: true as const }),
    unit: shownUnit(active),
    ...(baseline.shares === 'offered' && { isGrowthUnjudged: true as const }),
    remarks: remarksOf(active, work),
    normalize: baseline.normalize,
  };
}

function remarksOf(active: Active, work: ComparedWork | undefined): string[] {
  const { normalize, shares } = active.baseline!;
  const way = areShares(active)
    ? 'Each cost is compared as a share of its total, because the two may have done different amounts of work.'
    : shares === 'offered' && !normalize ? 'Totals are compared: more work done shows as growth.' : '';
  const scaled = normalize && !areShares(active) ? 'Normalized: the current total is scaled to that of the baseline.' : '';
  const amounts = work ? [work.now && `Now: ${work.now}.`, work.before && `Baseline: ${work.before}.`, ...work.remarks] : [];
  return [way, scaled, ...amounts].filter(Boolean);
}
