import * as vscode from 'vscode';
import type { ValueType } from '../../profile/model';
import { countText } from '../../profile/text/screen/digits';
import { perWorkText } from '../../profile/text/relativeUnits';
import { unlikeGoTest } from '../../profile/text/unlikeGoTest';
import { perWorkOf } from '../../captures/loadedCapture';
import { requestsText } from '../../captures/requestsText';
import { type Active, type FigureForm, formOf, type Session, shownUnit } from '../../captures/session';
import { commandLink } from '../../ui/commandLink';
import { MORE_WORK, nextForm } from '../../captures/loaded/nextFigures';
import { whyNotPerOperation } from '../../captures/loaded/whyNotPerOperation';
import { forTooltip } from '../../ui/plainText';
import { SessionStatus } from './sessionStatus';

function formText(form: FigureForm, { profile }: Active): string {
  if (form === 'total') return 'totals';
  return form === 'percent' ? 'percentages of the total' : `costs ${perWorkText(perWorkOf(profile))}`;
}

/** The status bar item of the form of figures: `totals`, `%`, `per op` or `per req`. A click shows the next form. */
export class FormStatus extends SessionStatus {
  constructor(session: Session) {
    super(session, { id: 'linecost.figures', name: 'Linecost Figures', priority: 50.9, command: 'linecost.nextFigures' });
  }

  protected update(): void {
    const { active } = this.session;
    if (!active) return this.item.hide();
    const form = formOf(active);
    const spoken = `Linecost shows ${formText(form, active)}; a click shows ${formText(nextForm(active), active)}`;
    this.item.show({ icon: 'symbol-numeric', words: [markOf(form, active)], tooltip: tooltipOf(active, form), spoken });
  }
}

/** The units differ from figure to figure. */
function markOf(form: FigureForm, { profile }: Active): string {
  if (form === 'total') return 'totals';
  return form === 'percent' ? '%' : `per ${perWorkOf(profile).slice(1)}`;
}

function shownType(active: Active): ValueType {
  return { type: active.profile.summary.sampleTypes[active.sampleType].type, unit: shownUnit(active) };
}

function tooltipOf(active: Active, form: FigureForm): vscode.MarkdownString {
  const why = active.baseline ? undefined : whyNotPerOperation(active);
  const lines = [`Linecost shows ${formText(form, active)}. Click to show ${formText(nextForm(active), active)}.`];
  if (active.baseline?.shares && form === 'total') lines.push(MORE_WORK);
  const { operations, profile: { requests } } = active;
  if (form === 'perOperation' && requests) lines.push(...requestsLines(active));
  else if (form === 'perOperation' && operations !== undefined) lines.push(operationsText(operations));
  const difference = unlikeGoTest(shownType(active));
  if (difference) lines.push(difference);
  const isService = active.capture.fetched !== undefined || requests !== undefined;
  if (why) lines.push(`No costs per ${isService ? 'request' : 'operation'}: ${why.text}`);
  const tooltip = new vscode.MarkdownString();
  lines.forEach((line, at) => tooltip.appendText(forTooltip(`${at > 0 ? '\n' : ''}${line}`)));
  const fix = why?.fix;
  if (!fix) return tooltip;
  tooltip.appendMarkdown(`\n\n[${fix.title}](${commandLink(fix.command, fix.args)})`);
  tooltip.isTrusted = { enabledCommands: [fix.command] };
  return tooltip;
}

/** How the requests in the profile's time are known, in a comparison also those of the baseline. */
function requestsLines({ profile: { requests: now }, baseline }: Active): string[] {
  const before = baseline?.profile.requests;
  const texts = [now && `The profile covers ${requestsText(now)}.`, before && `Before: ${requestsText(before)}.`];
  return texts.filter((text) => text !== undefined);
}

function operationsText(operations: number): string {
  return `The profile covers ${countText(operations)} operations, and the benchmark's work around them.`;
}
