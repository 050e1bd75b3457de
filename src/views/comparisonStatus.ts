import type { Session } from '../session';
import { baselineName, shownTitle } from '../workbench/baselineName';
import { forLabel } from '../workbench/plainText';
import { SessionStatus } from './sessionStatus';

/** Says in the status bar what is compared with what; a click leads to how. */
export class ComparisonStatus extends SessionStatus {
  constructor(session: Session) {
    const [id, name] = ['linecost.comparison', 'Linecost Comparison'];
    super(session, { id, name, priority: 50.5, command: 'linecost.comparisonOptions' });
  }

  protected update(): void {
    const { active, baseline } = this.session;
    if (!baseline) return this.item.hide();
    const now = Date.now();
    const isShown = active?.baseline !== undefined;
    const name = isShown ? shownTitle(active, now) : `baseline ${baselineName(baseline.run, undefined, now)}`;
    const options = [baseline.mode === 'base' && 'base', baseline.normalize && 'normalized'];
    const said = [name, ...options].filter(Boolean).join(' · ');
    this.item.text = `$(git-compare) ${forLabel(said)}`;
    this.item.tooltip = isShown
      ? 'Linecost: change how profiles are compared'
      : 'Linecost: what is shown is not compared, it is the baseline itself or of another kind';
    this.item.accessibilityInformation = { label: `Linecost comparison: ${said}`, role: 'button' };
    this.item.show();
  }
}
