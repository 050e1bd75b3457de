import { differencesInShort, differencesSentence } from '../bench/captures/conditions';
import type { NotCompared } from '../comparison';
import { isPerOperation } from '../profile/text/operationUnits';
import { type Session, shownUnit } from '../session';
import { baselineName, shownTitle } from '../workbench/baselineName';
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
  constructor(session: Session) {
    const [id, name] = ['linecost.comparison', 'Linecost Comparison'];
    super(session, { id, name, priority: 50.5, command: 'linecost.comparisonOptions' });
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
    const amounts = active && isPerOperation(shownUnit(active)) ? 'per operation' : baseline.totals && 'totals';
    const conditions = isShown ? ([baseline.capture.conditions, active.capture.conditions] as const) : [];
    const modes = isShown ? [amounts, baseline.mode === 'base' && 'base', baseline.normalize && 'normalized'] : [];
    const options = [differencesInShort(...conditions), ...modes];
    const label = [name, ...options].filter(Boolean).join(' · ');
    const why = whyNotCompared ? NOT_COMPARED[whyNotCompared] : 'no profile is active';
    const differences = differencesSentence('The baseline', ...conditions);
    const action = `Linecost: ${isShown ? 'change how profiles are compared' : why}`;
    const tooltip = [action, isUnfit && baselineText, differences].filter(Boolean).join('\n');
    this.item.show({ icon: 'git-compare', words: [name, ...options].filter((word) => typeof word === 'string'), tooltip, spoken: `Linecost comparison: ${label}` });
  }
}
