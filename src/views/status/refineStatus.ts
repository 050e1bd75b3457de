import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { forTooltip } from '../../ui/plainText';
import { SessionStatus } from './sessionStatus';
import { refinementText } from '../../profile/text/chipText';

/** The status bar item of the refinement. A click changes the refinement; a link in the hover clears it. */
export class RefineStatus extends SessionStatus {
  constructor(session: Session) {
    super(session, { id: 'linecost.refinement', name: 'Linecost Refinement', priority: 50.7, command: 'linecost.refine' });
  }

  protected update(): void {
    const { active, refinement } = this.session;
    const what = refinementText(refinement);
    if (!active || what === '') return this.item.hide();
    const tooltip = new vscode.MarkdownString('Linecost shows the profile refined by ').appendText(forTooltip(what));
    tooltip.appendMarkdown('\n\n[Change](command:linecost.refine) · [Clear](command:linecost.clearRefinement)');
    tooltip.isTrusted = { enabledCommands: ['linecost.refine', 'linecost.clearRefinement'] };
    this.item.show({ icon: 'filter', words: ['refined'], tooltip, spoken: `Linecost refined: ${what}` });
  }
}
