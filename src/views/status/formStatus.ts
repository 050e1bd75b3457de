import * as vscode from 'vscode';
import type { ValueType } from '../../profile/model';
import { countText } from '../../profile/text/screen/digits';
import { PER_SECOND, perWorkText } from '../../profile/text/relativeUnits';
import { unlikeGoTest } from '../../profile/text/unlikeGoTest';
import { perWorkOf, secondsOf } from '../../captures/loadedCapture';
import { durationText as lastingText } from '../../fleet/timePieces';
import { requestsText } from '../../captures/requestsText';
import { type Active, type FigureForm, formOf, type Session, shownUnit } from '../../captures/session';
import { commandLink } from '../../ui/commandLink';
import { MORE_WORK, nextForm } from '../../captures/loaded/nextFigures';
import { whyNotPerOperation } from '../../captures/loaded/whyNotPerOperation';
import { whyNotPerSecond } from '../../captures/loaded/whyNotPerSecond';
import { forTooltip } from '../../ui/plainText';
import { SessionStatus } from './sessionStatus';

function formText(form: FigureForm, { profile }: Active): string {
  if (form === 'total') return 'totals';
  if (form === 'percent') return 'percentages of the total';
  return `costs ${perWorkText(form === 'perSecond' ? PER_SECOND : perWorkOf(profile))}`;
}

/** The form of figures in the status bar: `totals`, `%`, `per op`, `per req` or `per s`. A click shows the next one. */
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
  if (form === 'perSecond') return 'per s';
  return form === 'percent' ? '%' : `per ${perWorkOf(profile).slice(1)}`;
}

function shownType(active: Active): ValueType {
  return { type: active.profile.summary.sampleTypes[active.sampleType].type, unit: shownUnit(active) };
}

function tooltipOf(active: Active, form: FigureForm): vscode.MarkdownString {
  const { fleet } = active.capture;
  const why = active.baseline ? undefined : whyNotPerOperation(active);
  const whyNoTime = fleet && !active.baseline ? whyNotPerSecond(active) : undefined;
  const lines = [`Linecost shows ${formText(form, active)}. Click to show ${formText(nextForm(active), active)}.`];
  if (active.baseline?.shares && form === 'total') lines.push(MORE_WORK);
  const { operations, profile: { requests } } = active;
  if (form === 'perOperation' && requests) lines.push(...requestsLines(active));
  else if (form === 'perSecond') lines.push(...secondsLines(active));
  else if (form === 'perOperation' && operations !== undefined) lines.push(operationsText(operations));
  const difference = unlikeGoTest(shownType(active));
  if (difference) lines.push(difference);
  const isService = fleet !== undefined || active.capture.fetched !== undefined || requests !== undefined;
  if (whyNoTime) lines.push(`No costs per second: ${whyNoTime.text}`);
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

/** How much time the costs are of, in a comparison also those of the baseline. */
function secondsLines({ capture, baseline }: Active): string[] {
  const [now, before] = [secondsOf(capture), baseline && secondsOf(baseline.capture)];
  const text = (seconds: number): string => lastingText(1000 * seconds);
  const texts = [now && `The profile covers ${text(now)}.`, before && `Before: ${text(before)}.`];
  return texts.filter((line): line is string => typeof line === 'string');
}

function operationsText(operations: number): string {
  return `The profile covers ${countText(operations)} operations, and the benchmark's work around them.`;
}
