import { differencesInShort, differencesSentence } from '../../captures/disk/conditions';
import type { NotCompared } from '../../captures/comparison';
import type { QueryEngine } from '../../engine/client';
import { isPerOperation, perWorkText } from '../../profile/text/relativeUnits';
import { type Active, areShares, type Session, shownUnit } from '../../captures/session';
import { MORE_WORK } from '../../captures/loaded/nextFigures';
import { baselineName, shownTitle } from '../../captures/baselineName';
import { comparisonSentence } from '../../captures/comparisonHead';
import { shownSides } from '../../captures/sides';
import { WorkOfProfiles } from '../../captures/comparedWork';
import { SessionStatus } from './sessionStatus';

const NOT_COMPARED: Readonly<Record<NotCompared, string>> = {
  itself: 'the active profile is the baseline itself',
  unrelated: 'the baseline measured something other than the active profile; Compare with… compares the two',
  otherKind: "the baseline has no profile of the active profile's kind",
  refused: 'the active profile cannot be compared with the baseline; Compare with… says why, or compares another',
  operations: 'lines are not compared: the operations in the profiles were not counted',
};

/** The status bar item of the comparison; a click changes how profiles are compared. */
export class ComparisonStatus extends SessionStatus {
  private readonly work?: WorkOfProfiles;

  constructor(session: Session, engine: QueryEngine) {
    const [id, name] = ['linecost.comparison', 'Linecost Comparison'];
    super(session, { id, name, priority: 50.5, command: 'linecost.comparisonOptions' });
    this.work = new WorkOfProfiles(engine, () => this.update());
    this.update();
  }

  protected update(): void {
    const { active, baseline, whyNotCompared } = this.session;
    if (!baseline) return this.item.hide();
    const now = Date.now();
    const isShown = active?.baseline !== undefined;
    const baselineText = `baseline ${baselineName(baseline.capture, undefined, now)}`;
    // Beside a profile that the baseline does not apply to, its name would read as if it were compared.
    const isUnfit = whyNotCompared !== undefined && whyNotCompared !== 'itself';
    const name = isShown ? shownTitle(active, now) : isUnfit ? 'not compared' : baselineText;
    // Not of every sample type: memory in use is compared as a total.
    const byShare = active && areShares(active);
    const amounts = active && isPerOperation(shownUnit(active)) ? perWorkText(shownUnit(active)) : byShare ? 'share of total' : baseline.totals && 'totals';
    // The name of a side is its environment.
    const hasConditions = active?.baseline && !shownSides(active);
    const conditions = hasConditions ? ([active.capture.conditions, active.baseline?.conditions] as const) : [];
    const modes = isShown ? [amounts, baseline.mode === 'base' && 'base', baseline.normalize && !byShare && 'normalized'] : [];
    const options = [differencesInShort(...conditions), ...modes];
    const label = [name, ...options].filter(Boolean).join(' · ');
    const why = whyNotCompared ? NOT_COMPARED[whyNotCompared] : 'no profile is active';
    const differences = differencesSentence({ name: 'the baseline' }, ...conditions);
    const action = `Linecost: ${isShown ? 'change how profiles are compared' : why}`;
    const tooltip = [isShown && comparisonSentence(active), action, isUnfit && baselineText, ...this.workLines(active), differences].filter(Boolean).join('\n');
    this.item.show({ icon: 'git-compare', words: [name, ...options].filter((word) => typeof word === 'string'), tooltip, spoken: `Linecost comparison: ${label}` });
  }
  private workLines(active: Active | undefined): readonly string[] {
    const work = active && this.work?.of(active);
    if (!work) return [];
    const amounts = areShares(active)
      ? 'Shares of the total are compared: what each line has of all costs, whatever work was done.'
      : MORE_WORK;
    return [amounts, work.now && `Now ${work.now}.`, work.before && `Before ${work.before}.`, ...work.remarks];
  }
}
