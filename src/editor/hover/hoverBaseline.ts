import type { ProfileId } from '../../engine/queries';
import {
  type Active, areShares, baselineDerivation, type Deriver, formOf, isRefined, shownUnit,
} from '../../captures/session';
import { isPerOperation, perWorkText } from '../../profile/text/relativeUnits';
import { isCpuPerOperation } from '../../profile/text/unlikeGoTest';
import { baselineName } from '../../captures/baselineName';
import { shownSides } from '../../captures/sides';
import { requestsText } from '../../captures/requestsText';
import { comparisonSentence } from '../../captures/comparisonHead';

/** Derives the baseline as a profile: refined like the active one, its lines moved to where they are now. */
export class HoverBaseline {
  private last: { readonly active: Active; readonly derived: ProfileId } | undefined;

  constructor(private readonly deriver: Deriver) {}

  /** undefined if the active profile is not compared. */
  of(active: Active): ProfileId | undefined {
    const { baseline, refinement } = active;
    if (this.last?.active === active) return this.last.derived;
    if (this.last) this.deriver.unload(this.last.derived);
    this.last = undefined;
    if (!baseline) return undefined;
    const { profile: { summary }, moved, operations } = baseline;
    if (moved.length === 0 && !operations && !areShares(active) && !isRefined(refinement)) return summary.id;
    const derived = this.deriver.derive(baselineDerivation(baseline, refinement));
    this.last = { active, derived };
    return derived;
  }
}

/** See comparisonSentence; then, `vs 14:05:09, per operation`. Empty without a comparison. */
export function comparison(active: Active): string {
  const { capture, baseline } = active;
  if (!baseline) return '';
  const now = Date.now();
  const options = [isPerOperation(shownUnit(active)) && operationsText(active)];
  // The names of two environments or benchmarks begin the sentence.
  const against = [!shownSides(active) && `vs ${baselineName(baseline.capture, capture, now)}`, ...options].filter(Boolean).join(', ');
  return [comparisonSentence(active), against].filter(Boolean).join(' · ');
}

export function perOperation(active: Active): string {
  if (active.baseline || !isPerOperation(shownUnit(active))) return '';
  const { requests } = active.profile;
  return requests && formOf(active) === 'perOperation' ? `${operationsText(active)} (${requestsText(requests)})` : operationsText(active);
}

function operationsText(active: Active): string {
  const { type } = active.profile.summary.sampleTypes[active.sampleType];
  const unit = shownUnit(active);
  const per = perWorkText(unit);
  return isCpuPerOperation({ type, unit }) ? `CPU time of all threads ${per}` : per;
}
