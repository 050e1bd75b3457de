import type { ProfileId } from '../../engine/queries';
import { type Active, areShares, baselineDerivation, type Deriver, isRefined } from '../../captures/session';

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
