import { waitMeaning } from '../../profile/text/waitWords';
import { wallText } from '../../profile/text/wallText';
import { countText } from '../../profile/text/screen/digits';
import { figureText } from '../../profile/text/screen/figure';
import { durationText } from '../../profile/text/durationText';
import { IN_USE_IN_INTERVAL, isInUseOverInterval } from '../../profile/text/intervalText';
import { isPerOperation, PER_SECOND, perWorkText } from '../../profile/text/relativeUnits';
import { unlikeGoTest } from '../../profile/text/unlikeGoTest';
import { fleetSentences } from '../../fleet/fleetSentences';
import { durationText as lastingText } from '../../fleet/timePieces';
import { type LoadedProfile, perWorkOf, secondsOf } from '../../captures/loadedCapture';
import {
  type Active, type FigureForm, formOf, isDerivedPerOperation, shownUnit, shownWork,
} from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import { MORE_WORK } from '../../captures/loaded/nextFigures';
import { whyNotPerOperation, type WhyNot } from '../../captures/loaded/whyNotPerOperation';
import { whyNotPerSecond } from '../../captures/loaded/whyNotPerSecond';
import { measuredText } from '../../captures/measuredText';
import { requestsText } from '../../captures/requestsText';

/** Sentences on the shown profile: what it is of, and how its costs are shown. */
export function profileLines(active: Active): string[] {
  const { capture, profile: { label, summary }, sampleType } = active;
  const inUse = isInUseOverInterval(summary, summary.sampleTypes[sampleType]) && IN_USE_IN_INTERVAL;
  const lines = [
    waitMeaning(label), wallText(summary, sampleType), measuredText(capture, Date.now()), ...fleetLines(active),
    lastedText(active), wholeText(active), inUse, ...formLines(active),
  ];
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

export function formText(form: FigureForm, { profile }: Active): string {
  if (form === 'total') return 'totals';
  if (form === 'percent') return 'percentages of the total';
  return `costs ${perWorkText(form === 'perSecond' ? PER_SECOND : perWorkOf(profile))}`;
}

/** Why there are no costs per operation, with a command that helps; undefined in a comparison. */
export function whyNotDivided(active: Active): WhyNot | undefined {
  return active.baseline ? undefined : whyNotPerOperation(active);
}

function formLines(active: Active): string[] {
  const { fleet, fetched } = active.capture;
  const form = formOf(active);
  const why = whyNotDivided(active);
  const whyNoTime = fleet && !active.baseline ? whyNotPerSecond(active) : undefined;
  const { operations, profile: { requests } } = active;
  const type = { type: active.profile.summary.sampleTypes[active.sampleType].type, unit: shownUnit(active) };
  const isService = fleet !== undefined || fetched !== undefined || requests !== undefined;
  const lines = [
    active.baseline?.shares && form === 'total' && MORE_WORK,
    ...(form === 'perOperation' && requests ? requestsLines(active) : form === 'perSecond' ? secondsLines(active) : []),
    form === 'perOperation' && !requests && operations !== undefined && operationsText(operations),
    unlikeGoTest(type),
    whyNoTime && `No costs per second. ${whyNoTime.text}`,
    why && `No costs per ${isService ? 'request' : 'operation'}. ${why.text}`,
  ];
  return lines.filter((line): line is string => typeof line === 'string');
}

/** How the requests in the profile's time are known, in a comparison also those of the baseline. */
function requestsLines({ profile: { requests: now }, baseline }: Active): string[] {
  const before = baseline?.profile.requests;
  const texts = [now && `The profile covers ${requestsText(now)}.`, before && `Baseline: ${requestsText(before)}.`];
  return texts.filter((text) => text !== undefined);
}

/** How much time the costs are of, in a comparison also those of the baseline. */
function secondsLines({ capture, baseline }: Active): string[] {
  const [now, before] = [secondsOf(capture), baseline && secondsOf(baseline.capture)];
  const text = (seconds: number): string => lastingText(1000 * seconds);
  const texts = [now && `The profile covers ${text(now)}.`, before && `Baseline: ${text(before)}.`];
  return texts.filter((line): line is string => typeof line === 'string');
}

function operationsText(operations: number): string {
  return `The profile covers ${countText(operations)} operations, and the benchmark's work around them.`;
}

/**
 * The total per operation or request, in a comparison also that of the baseline. It is not in the status bar itself,
 * because it would be read as the benchmark's result: a single sample of the program's start can make it a thousand
 * times larger. Undefined for other figures.
 */
function wholeText(active: Active): string | undefined {
  const { baseline, profile, sampleType } = active;
  const operations = operationsOf(active);
  if (!operations) return undefined;
  const { now, before } = operations;
  const totalOf = ({ summary: { totals } }: LoadedProfile, count: number) =>
    figureText(totals[sampleType] / count, shownUnit(active), { weight: shownWeight(active) });
  const { requests } = profile;
  if (shownWork(active) === PER_SECOND) {
    const text = `Divided by the time: ${totalOf(profile, now)}`;
    return before ? `${text}; baseline ${totalOf(baseline!.profile, before)}` : text;
  }
  const text = requests
    ? `The whole process, divided by ${requestsText(requests)}: ${totalOf(profile, now)}`
    : `The whole program, with setup and its start, divided by ${countText(now)} operations: ${totalOf(profile, now)}`;
  const earlier = baseline?.profile.requests;
  if (before && earlier) return `${text}; baseline, by ${requestsText(earlier)}: ${totalOf(baseline.profile, before)}`;
  return before ? `${text}; baseline, by ${countText(before)}: ${totalOf(baseline!.profile, before)}` : text;
}

function fleetLines({ capture: { fleet } }: Active): string[] {
  return fleet ? fleetSentences(fleet, Date.now()) : [];
}

function lastedText({ profile: { summary }, sampleType }: Active): string {
  const { totals, sums = totals, sampleTypes, durationNanos } = summary;
  return durationText({ durationNanos, total: sums[sampleType], unit: sampleTypes[sampleType].unit });
}

/** The operations that the figures are divided by, in a comparison also those of the baseline; undefined for totals. */
export function operationsOf(active: Active): { readonly now: number; readonly before?: number } | undefined {
  if (!isDerivedPerOperation(active) || !isPerOperation(shownUnit(active))) return undefined;
  return active.baseline?.operations ?? { now: active.operations! };
}
