import { isPerOperation, isShare } from '../../profile/text/relativeUnits';
import { isCpuPerOperation } from '../../profile/text/unlikeGoTest';
import { type Active, areShares, formOf, shownUnit } from '../../captures/session';
import { baselineName } from '../../captures/baselineName';

/** `vs 14:05, per operation`; empty without a comparison. */
export function comparison(active: Active): string {
  const { capture, baseline } = active;
  if (!baseline) return '';
  const byShare = areShares(active) && isShare(shownUnit(active)) && 'shares of the total';
  const isGrowing = baseline.shares === 'offered' && !baseline.normalize;
  const totals = isGrowing && 'totals: more work done shows as growth';
  const normalized = baseline.normalize && !byShare && 'normalized: now is scaled to the total of before';
  const options = [isPerOperation(shownUnit(active)) && operationsText(active), byShare, totals, normalized];
  return [`vs ${baselineName(baseline.capture, capture.title, Date.now())}`, ...options].filter(Boolean).join(', ');
}

export function perOperation(active: Active): string {
  return !active.baseline && formOf(active) === 'perOperation' ? operationsText(active) : '';
}

function operationsText(active: Active): string {
  const { type } = active.profile.summary.sampleTypes[active.sampleType];
  return isCpuPerOperation({ type, unit: shownUnit(active) }) ? 'CPU time of all threads per operation' : 'per operation';
}
