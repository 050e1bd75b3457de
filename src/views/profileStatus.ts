import { withThousands } from '../profile/text/counts';
import { label } from '../profile/text/measurement';
import { typeText } from '../profile/text/sampleTypeNames';
import { type Active, formOf, type Session, shownUnit } from '../session';
import type { ColumnStyles } from '../workbench/columnStyles';
import { kindName } from '../workbench/kindName';
import { measuredText } from '../workbench/measuredText';
import { SessionStatus } from './sessionStatus';

/** The status bar item of the active profile, its sample type and total. A click opens the choices. */
export class ProfileStatus extends SessionStatus {
  private readonly styles?: ColumnStyles;
  private readonly styleSubscription: { dispose(): unknown };

  constructor(session: Session, styles: ColumnStyles) {
    const command = 'linecost.switchSampleType';
    super(session, { id: 'linecost.profile', name: 'Linecost Profile', priority: 51, command });
    this.styles = styles;
    this.styleSubscription = styles.onDidChange(() => this.update());
    this.update();
  }

  override dispose(): void {
    this.styleSubscription.dispose();
    super.dispose();
  }

  protected update(): void {
    const active = this.session.active;
    if (!active) return this.item.hide();
    const type = typeText(active.profile.summary.sampleTypes, active.sampleType);
    const kind = kindName(active.profile, type, active.capture.title);
    const hidden = this.styles?.isHidden ? 'costs hidden' : undefined;
    const words = [active.capture.title, kind, type, totalText(active), hidden].filter((word) => word !== undefined);
    const action =
      'Linecost: switch the sample type, choose how costs are drawn or hide them, open the flame graph, or clear annotations';
    this.item.show({
      icon: 'flame',
      words,
      tooltip: [action, measuredText(active.capture, Date.now()), wholeText(active)].filter(Boolean).join('\n'),
      spoken: `Linecost profile ${active.capture.title}${kind ? ` ${kind}` : ''}, sample type ${type}, total ${totalText(active)}${hidden ? `, ${hidden}` : ''}`,
    });
  }
}

/** What the total per operation contains; undefined if the total is not per operation. */
function wholeText(active: Active): string | undefined {
  if (!isTotalPerOperation(active)) return undefined;
  return `The total is that of the whole program, with setup and its start, divided by ${withThousands(active.operations)} operations`;
}

/** The total of the active profile; per operation if costs are shown per operation without a comparison. */
function totalText(active: Active): string {
  const { profile: { summary }, sampleType } = active;
  const total = summary.totals[sampleType];
  if (isTotalPerOperation(active)) return label(total / active.operations, shownUnit(active));
  return label(total, summary.sampleTypes[sampleType].unit);
}

function isTotalPerOperation(active: Active): active is Active & { readonly operations: number } {
  return !active.baseline && !!active.operations && formOf(active) === 'perOperation';
}
