import type { ProfileId } from '../engine/queries';
import { type Active, baselineDerivation, type Deriver, isRefined } from '../session';

/** Baselines as profiles of their own: refined as what is compared with them, their lines where these stand by now. */
export class BaselineProfiles {
  private last: { readonly active: Active; readonly derived: ProfileId } | undefined;

  constructor(private readonly deriver: Deriver) {}

  /** undefined: nothing is compared. */
  of(active: Active): ProfileId | undefined {
    const { baseline, refinement } = active;
    if (this.last?.active === active) return this.last.derived;
    if (this.last) this.deriver.forget(this.last.derived);
    this.last = undefined;
    if (!baseline) return undefined;
    const { profile: { summary }, moved, operations } = baseline;
    if (moved.length === 0 && !operations && !isRefined(refinement)) return summary.id;
    const derived = this.deriver.derive(baselineDerivation(baseline, refinement));
    this.last = { active, derived };
    return derived;
  }
}
