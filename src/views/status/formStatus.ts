import * as vscode from 'vscode';
import type { ValueType } from '../../profile/model';
import { countText } from '../../profile/text/screen/digits';
import { unlikeGoTest } from '../../profile/text/unlikeGoTest';
import { type Active, type FigureForm, formOf, type Session, shownUnit } from '../../captures/session';
import { commandLink } from '../../ui/commandLink';
import { MORE_WORK, nextForm } from '../../captures/loaded/nextFigures';
import { whyNotPerOperation } from '../../captures/loaded/whyNotPerOperation';
import { forTooltip } from '../../ui/plainText';
import { SessionStatus } from './sessionStatus';

const FORM_TEXTS: Readonly<Record<FigureForm, string>> = {
  total: 'totals',
  percent: 'percentages of the total',
  perOperation: 'costs per operation',
};

/** The status bar item of the form of figures: `totals`, `%` or `per op`. A click shows the next form. */
export class FormStatus extends SessionStatus {
  constructor(session: Session) {
    super(session, { id: 'linecost.figures', name: 'Linecost Figures', priority: 50.9, command: 'linecost.nextFigures' });
  }

  protected update(): void {
    const { active } = this.session;
    if (!active) return this.item.hide();
    const form = formOf(active);
    const spoken = `Linecost shows ${FORM_TEXTS[form]}; a click shows ${FORM_TEXTS[nextForm(active)]}`;
    this.item.show({ icon: 'symbol-numeric', words: [MARKS[form]], tooltip: tooltipOf(active, form), spoken });
  }
}

/** The units differ from figure to figure. */
const MARKS: Readonly<Record<FigureForm, string>> = { total: 'totals', percent: '%', perOperation: 'per op' };

function shownType(active: Active): ValueType {
  return { type: active.profile.summary.sampleTypes[active.sampleType].type, unit: shownUnit(active) };
}

function tooltipOf(active: Active, form: FigureForm): vscode.MarkdownString {
  const why = active.baseline ? undefined : whyNotPerOperation(active);
  const lines = [`Linecost shows ${FORM_TEXTS[form]}. Click to show ${FORM_TEXTS[nextForm(active)]}.`];
  if (active.baseline?.shares && form === 'total') lines.push(MORE_WORK);
  const { operations } = active;
  if (form === 'perOperation' && operations !== undefined) lines.push(operationsText(operations));
  const difference = unlikeGoTest(shownType(active));
  if (difference) lines.push(difference);
  if (why) lines.push(`No costs per operation: ${why.text}`);
  const tooltip = new vscode.MarkdownString();
  lines.forEach((line, at) => tooltip.appendText(forTooltip(`${at > 0 ? '\n' : ''}${line}`)));
  const fix = why?.fix;
  if (!fix) return tooltip;
  tooltip.appendMarkdown(`\n\n[${fix.title}](${commandLink(fix.command, fix.args)})`);
  tooltip.isTrusted = { enabledCommands: [fix.command] };
  return tooltip;
}

function operationsText(operations: number): string {
  return `The profile covers ${countText(operations)} operations, and the benchmark's work around them.`;
}
