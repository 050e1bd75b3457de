import { waitMeaning } from '../../profile/text/waitWords';
import { wallText } from '../../profile/text/wallText';
import { countText } from '../../profile/text/screen/digits';
import { changeText } from '../../profile/text/screen/change';
import { figureText } from '../../profile/text/screen/figure';
import { durationText } from '../../profile/text/durationText';
import { IN_USE_IN_INTERVAL, intervalText, isInUseOverInterval } from '../../profile/text/intervalText';
import { isPerOperation, PER_SECOND } from '../../profile/text/relativeUnits';
import { typeText } from '../../profile/text/sampleTypeNames';
import { fleetSentences } from '../../fleet/fleetSentences';
import type { LoadedProfile } from '../../captures/loadedCapture';
import { type Active, isDerivedPerOperation, type Session, shownUnit, shownWork } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import { kindName } from '../../captures/kindName';
import { measuredText } from '../../captures/measuredText';
import type { QueryEngine } from '../../engine/client';
import { requestsText } from '../../captures/requestsText';
import { samplesText } from '../../captures/samplesText';
import { Sureness } from '../../captures/sureness';
import { SessionStatus } from './sessionStatus';

/** The status bar item of the active profile, its sample type and its total. A click opens the choices. */
export class ProfileStatus extends SessionStatus {
  private readonly styles?: ColumnStyles;
  private readonly styleSubscription: { dispose(): unknown };
  private readonly sureness?: Sureness | undefined;

  /** @param engine says how sure the profile is; if unset, the tooltip does not */
  constructor(session: Session, styles: ColumnStyles, engine?: QueryEngine) {
    const command = 'linecost.switchSampleType';
    super(session, { id: 'linecost.profile', name: 'Linecost Profile', priority: 51, command });
    this.styles = styles;
    this.sureness = engine && new Sureness(engine, () => this.update());
    this.styleSubscription = styles.onDidChange(() => this.update());
    this.update();
  }

  override dispose(): void {
    this.styleSubscription.dispose();
    this.sureness?.dispose();
    super.dispose();
  }

  protected update(): void {
    const active = this.session.active;
    const certainty = this.sureness?.of(active);
    if (!active) return this.item.hide();
    const type = typeText(active.profile.summary.sampleTypes, active.sampleType);
    const kind = kindName(active.profile, type, active.capture.title);
    const hidden = this.styles?.isHidden ? 'costs hidden' : undefined;
    const total = totalText(active);
    const { summary } = active.profile;
    const interval = intervalText(summary);
    const isNamed = interval !== undefined && active.capture.title.endsWith(interval);
    const over = isNamed ? undefined : interval;
    const words = [active.capture.title, kind, type, over, total, hidden].filter((word) => word !== undefined);
    const inUse = isInUseOverInterval(summary, summary.sampleTypes[active.sampleType]) && IN_USE_IN_INTERVAL;
    const action =
      'Linecost: switch the sample type, choose how costs are drawn or hide them, open the flame graph, or clear the profile';
    this.item.show({
      icon: 'flame',
      words,
      tooltip: [
        action, waitMeaning(active.profile.label), wallText(summary, active.sampleType),
        measuredText(active.capture, Date.now()), ...fleetLines(active), lastedText(active),
        certainty && samplesText(certainty), wholeText(active), inUse,
      ].filter(Boolean).join('\n'),
      spoken: `Linecost profile ${active.capture.title}${kind ? ` ${kind}` : ''}, sample type ${type}${total ? `, total ${total}` : ''}${hidden ? `, ${hidden}` : ''}`,
    });
  }
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
    return before ? `${text}; before ${totalOf(baseline!.profile, before)}` : text;
  }
  const text = requests
    ? `The whole process, divided by ${requestsText(requests)}: ${totalOf(profile, now)}`
    : `The whole program, with setup and its start, divided by ${countText(now)} operations: ${totalOf(profile, now)}`;
  const earlier = baseline?.profile.requests;
  if (before && earlier) return `${text}; before, by ${requestsText(earlier)}: ${totalOf(baseline.profile, before)}`;
  return before ? `${text}; before, by ${countText(before)}: ${totalOf(baseline!.profile, before)}` : text;
}

function fleetLines({ capture: { fleet } }: Active): string[] {
  return fleet ? fleetSentences(fleet, Date.now()) : [];
}

function lastedText({ profile: { summary }, sampleType }: Active): string {
  const { totals, sums = totals, sampleTypes, durationNanos } = summary;
  return durationText({ durationNanos, total: sums[sampleType], unit: sampleTypes[sampleType].unit });
}

/** Undefined if the figures are per operation; with a sign if the profile is a difference between two moments. */
function totalText(active: Active): string | undefined {
  const { profile: { summary }, sampleType } = active;
  const { unit } = summary.sampleTypes[sampleType];
  const weight = summary.weights?.[sampleType];
  if (summary.sums) return changeText(summary.sums[sampleType], unit, { weight });
  return operationsOf(active) ? undefined : figureText(summary.totals[sampleType], unit, { weight });
}

/** The operations that the figures are divided by, in a comparison also those of the baseline; undefined for totals. */
function operationsOf(active: Active): { readonly now: number; readonly before?: number } | undefined {
  if (!isDerivedPerOperation(active) || !isPerOperation(shownUnit(active))) return undefined;
  return active.baseline?.operations ?? { now: active.operations! };
}
