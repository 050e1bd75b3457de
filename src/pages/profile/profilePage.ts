import * as vscode from 'vscode';
import type { QueryEngine } from '../../engine/client';
import type { Layouts } from '../../engine/graphvizClient';
import type { PageHost } from '../protocol/pageHost';
import type { OrderParams } from '../protocol/pageProtocol';
import { type PageState, PROFILE_PAGE, type TabId, type ToSelect } from '../protocol/profilePage';
import type { DerivedSummary, ProfileSummary } from '../../engine/queries';
import { sampleCount as sampleCountOf, sampleText } from '../../profile/text/counts';
import { type Active, formOf } from '../../captures/session';
import type { Refining } from '../../captures/loaded/refining';
import { shownTitle } from '../../captures/baselineName';
import type { TimeSpan } from '../../captures/disk/captureStore';
import type { FiguresOfProgram } from '../../captures/loaded/programFigures';
import type { RememberedFlameStarts } from '../../captures/loaded/rememberedFlameStarts';
import type { Capture } from '../../captures/loadedCapture';
import type { LandingColumn } from '../../ui/openLocation';
import type { Sources } from '../../documents/sources';
import { takenText } from '../../captures/timeOfProfile';
import { tickStep } from '../../ui/walkthrough';
import { type ComparedWork, WorkOfProfiles } from '../../captures/comparedWork';
import { shortSamplesText } from '../../captures/samplesText';
import { Sureness } from '../../captures/sureness';
import { comparisonState } from './comparisonState';
import { pageAnswers, tableParams } from './pageAnswers';
import { pageInPanel, type PagePanel } from '../host/pageInPanel';
import { ignored } from '../../profile/common/ignored';
import { runTimeState } from './runTimeState';
import { stackStart } from './stackStart';
import { hiddenLineText } from './hiddenLineText';
import { PreconditionError } from '../../ui/preconditionError';
import { errorTexts, loadText } from '../../captures/loadText';
import { requestsText } from '../../captures/requestsText';
import { isPerOperation } from '../../profile/text/relativeUnits';

type Protocol = typeof PROFILE_PAGE;

/** A message about a problem or an empty page, with an optional button. */
export interface PageNotice {
  readonly text: string;
  readonly action?: string;
  act?(): unknown;
}

/** The subject of a page: the session's active profile, or the profile of an opened file. */
export interface PageSubject {
  readonly active: Active | undefined;
  /** `empty`: the notice of an empty panel. If this and `active` are undefined, the page waits. */
  readonly notice: PageNotice | 'empty' | undefined;
  /** Shows a profile of the same capture under one of its sample types. */
  choose(profile: number, sampleType: number): void;
  onDidChange(listener: () => void): { dispose(): void };
}

/** Functions and stored choices that all pages share. */
export interface PageServices {
  readonly starts: RememberedFlameStarts;
  /** The notice of a panel without a profile. */
  readonly emptyNotice: PageNotice;
  /** What the runtime of a capture's program said of itself; undefined if that is not known. */
  figures(capture: Capture): Promise<FiguresOfProgram | undefined>;
  /** Shows the profile of a time in milliseconds, compared with another one; undefined for the whole run. */
  chooseTime(time: TimeSpan | undefined, against?: TimeSpan): Promise<void>;
  /** Turns `-normalize` of the comparison on or off; reports a failure to the user. */
  normalize(isOn: boolean): Promise<void>;
  /** Asks the user where to save a picture; `name` is the name that the dialog proposes. */
  saveSvg(name: string, svg: string): Promise<void>;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

export interface PageOptions {
  readonly panel: PagePanel;
  readonly subject: PageSubject;
  readonly engine: QueryEngine;
  readonly layouts: Layouts;
  readonly refining: Refining;
  readonly sources: Sources;
  /** The folder of the page's script and styles. */
  readonly distribution: vscode.Uri;
  readonly services: PageServices;
}

/** The host's half of one page: sends its state when the subject changes, and carries out its orders. */
export class ProfilePage implements vscode.Disposable {
  private readonly host: PageHost<Protocol>;
  private readonly work: WorkOfProfiles;
  private readonly sureness: Sureness;
  /** How sure the profile is, as it was sent last. */
  private sentSure: { readonly of: Active; readonly text: string } | undefined;
  private readonly subscriptions: readonly { dispose(): void }[];
  /** The last summary of a derived profile that was sent. */
  private sentSummary: DerivedSummary | undefined;

  constructor(private readonly options: PageOptions) {
    const { panel, subject, engine, layouts, refining, sources, distribution, services } = options;
    const send = () => this.sendState();
    this.work = new WorkOfProfiles(engine, send);
    this.sureness = new Sureness(engine, send);
    this.subscriptions = [subject.onDidChange(send), refining.onDidChange(send)];
    this.host = pageInPanel(panel, {
      protocol: PROFILE_PAGE,
      distribution,
      bundle: 'webview',
      // Questions are about the active profile: without one, the version is undefined.
      answers: pageAnswers(() => subject.active!, { engine, layouts, refining, figures: services.figures }),
      orders: {
        setSampleType: ({ profile, sampleType }) => subject.choose(profile, sampleType),
        chooseTime: ({ time, against }) => services.chooseTime(inMillis(time), inMillis(against)),
        openGrowth: (place) => subject.active && sources.open(subject.active, place, this.landing),
        keepStart: ({ of, start }) => services.starts.keep(of, start),
        setNormalize: ({ normalize }) => services.normalize(normalize),
        openSource: (frame) => this.openSource(subject.active!, frame),
        openFunction: (place) => this.openFunction(subject.active!, place),
        sayHidden: (line) => {
          throw new PreconditionError(hiddenLineText(line));
        },
        copy: ({ text }) => vscode.env.clipboard.writeText(text),
        saveSvg: ({ name, svg }) => services.saveSvg(name, svg),
        copyTable: (view) => this.copyTable(subject.active!, view),
        saveRefinements: ({ saved }) => refining.save(saved),
        noticeAction: () => this.notice?.act?.(),
      },
      version: () => subject.active?.queryId,
      sendState: send,
      showFailure: (error) => services.showFailure(error),
    });
  }

  /** Lets the user save the flame graph as a picture. */
  exportSvg(): void {
    this.host.sendEvent('exportSvg', undefined);
  }

  showTab(tab: TabId, focus: boolean, select?: ToSelect): void {
    this.host.sendEvent('showTab', { tab, focus, ...(select !== undefined && { select }) });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.host.dispose();
    this.sureness.dispose();
  }

  private get notice(): PageNotice | undefined {
    const { subject, services } = this.options;
    return subject.notice === 'empty' ? services.emptyNotice : subject.notice;
  }

  /**
   * Sends the state with the derived profile's summary, if that was sent last; else at once with the captured profile's
   * summary, and again when the derived one is ready. Sends nothing if there is neither a profile nor a notice.
   */
  private sendState(): void {
    const { subject, engine } = this.options;
    const { active } = subject;
    if (!active && !this.notice) return;
    const captured = active?.profile.summary;
    const isSentAlready = active?.queryId === this.sentSummary?.id;
    this.send(isSentAlready ? this.sentSummary : captured);
    if (!active || isSentAlready || active.queryId === captured?.id) return;
    engine.ask('summary', { profile: active.queryId }).then((summary) => {
      if (subject.active === active) this.send((this.sentSummary = summary));
    }, ignored('the page has no summary of the refined profile'));
  }

  private send(summary: ProfileSummary | DerivedSummary | undefined): void {
    const { subject, services, refining } = this.options;
    const { saved, history } = refining;
    const { refinement = {} } = subject.active ?? {};
    const unmatched = summary && 'unmatched' in summary ? summary.unmatched : [];
    const refine = { refinement, unmatched, history, saved };
    const starts = services.starts.all;
    this.host.sendState({ ...this.pageState(summary), refine, starts });
  }

  private pageState(summary: ProfileSummary | undefined): PageState {
    const { notice, options: { subject: { active } } } = this;
    const shownNotice = notice && { text: notice.text, action: notice.action };
    const sure = this.sureText(active);
    if (!active || !summary) return { notice: shownNotice };
    const profile = profileState(active, summary, this.work.of(active));
    return { profile: { ...profile, ...(sure && { sure }) }, notice: shownNotice };
  }

  /**
   * How sure the profile is; until that is known of a further round, of the one before, so that the page does not jump.
   */
  private sureText(active: Active | undefined): string | undefined {
    const certainty = this.sureness.of(active);
    if (active && certainty) this.sentSure = { of: active, text: shortSamplesText(certainty) };
    else if (!active || !this.sentSure || !isRoundOf(active, this.sentSure.of)) this.sentSure = undefined;
    return this.sentSure?.text;
  }

  private async openSource(active: Active, place: OrderParams<Protocol, 'openSource'>): Promise<void> {
    const { frame, callers, collapseRecursion, hideTestingFrames } = place;
    const { sampleType, queryId: profile, capture } = active;
    const { engine, sources } = this.options;
    const from = stackStart(active, place.from);
    if (frame === 0 && typeof from === 'object' && capture.target) {
      await sources.openTarget(capture.target, this.landing);
      return tickStep('flame');
    }
    const tree = { from, callers, collapseRecursion, hideTestingFrames, setup: capture.setup };
    const source = await engine.ask('frameSource', { ...tree, profile, sampleType, frame });
    if (!source) return;
    await sources.open(active, source, this.landing);
    tickStep('flame');
  }

  private async openFunction(
    active: Active,
    { function: name, file, line }: OrderParams<Protocol, 'openFunction'>,
  ): Promise<void> {
    const { sampleType, queryId: profile } = active;
    const { engine, sources } = this.options;
    const hottest = await engine.ask('functionSource', { profile, sampleType, function: name, file });
    if (hottest) await sources.open(active, { ...hottest, line: line ?? hottest.line }, this.landing);
  }

  /** Sources open beside the page, which keeps the focus, so that no key is typed into them by mistake. */
  private get landing(): LandingColumn {
    const { panel } = this.options;
    return { beside: panel.viewColumn, keepFocus: true };
  }

  private async copyTable(active: Active, { view }: OrderParams<Protocol, 'copyTable'>): Promise<void> {
    const text = await this.options.engine.ask('tableText', { ...view, ...tableParams(active) });
    await vscode.env.clipboard.writeText(text);
  }
}

/** Whole ones, so that a range that ends with a moment has it: 1.005 s are 1004.99… ms otherwise. */
function inMillis(time: { readonly from: number; readonly to: number } | undefined): TimeSpan | undefined {
  return time && { from: Math.round(time.from * 1000), to: Math.round(time.to * 1000) };
}

/** Whether a profile is shown as another was: at most the samples of further rounds are added. */
function isRoundOf(active: Active, other: Active): boolean {
  if (active.baseline || active.capture.id !== other.capture.id || active.refinement !== other.refinement) return false;
  return active.sampleType === other.sampleType && active.profile.label === other.profile.label;
}

/**
 * The state of a page about a profile.
 * @param summary of the profile, or of the one derived from it
 * @param work what is known of the work, in a comparison by shares
 */
export function profileState(active: Active, summary: ProfileSummary, work?: ComparedWork): NonNullable<PageState['profile']> {
  const { capture, profile, sampleType, queryId: id } = active;
  const { sampleTypes, totals, sums, weights, stackless, sampleCount, durationNanos } = summary;
  const siblings = capture.profiles.map((each) => {
    return { id: each.summary.id, label: each.label, sampleTypes: each.summary.sampleTypes };
  });
  const now = Date.now();
  const title = shownTitle(active, now);
  const startAt = capture.startBelow && capture.title;
  const samples = sampleText(sampleCountOf(sampleTypes, totals, sampleCount));
  const captured = profile.summary.id;
  const comparison = comparisonState(active, now, work);
  // The first summary is the captured profile's, which has totals.
  const operations = isPerOperation(sampleTypes[sampleType]?.unit ?? '') ? active.operations : undefined;
  const inPercent = formOf(active) === 'percent';
  const change = sums && { sums };
  const without = stackless && { stackless };
  const measured = { totals, ...(weights && { weights }), ...without, ...change, samples, durationNanos };
  const runTime = runTimeState(active);
  const taken = takenText(profile);
  const ofRun = { ...(taken && { taken }), ...(runTime && { runTime }), ...loadState(active) };
  const figures = { sampleTypes, sampleType, ...measured, comparison, operations, inPercent };
  return { id, captured, capture: capture.id, title, siblings, startAt, ...figures, ...ofRun };
}

type LoadState = Pick<NonNullable<PageState['profile']>, 'load' | 'loadDetails'>;

function loadState({ capture: { service }, profile: { requests } }: Active): LoadState {
  const load = service?.load;
  if (!load) return {};
  const covered = requests ? [`The profile covers ${requestsText(requests)}.`] : [];
  return { load: loadText(load), loadDetails: [...covered, ...errorTexts(load)] };
}
