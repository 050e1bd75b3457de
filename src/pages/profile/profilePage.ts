import * as vscode from 'vscode';
import type { QueryEngine } from '../../engine/client';
import type { Layouts } from '../../engine/graphvizClient';
import { type Channel, hostChannel, unexpected } from '../protocol/channel';
import type { Ask, HostMessage, PageMessage, PageState, TabId } from '../protocol/messages';
import type { DerivedSummary, ProfileSummary } from '../../engine/queries';
import type { EngineError } from '../../engine/workerMessages';
import type { TableView } from '../../profile/answers/table';
import { sampleCount as sampleCountOf, sampleText } from '../../profile/text/counts';
import { type Active, formOf } from '../../captures/session';
import type { Refining } from '../../captures/loaded/refining';
import { shownTitle } from '../../captures/baselineName';
import type { RememberedFlameStarts } from '../../captures/loaded/rememberedFlameStarts';
import type { LandingColumn } from '../../ui/openLocation';
import type { Sources } from '../../documents/sources';
import { tickStep } from '../../ui/walkthrough';
import { type ComparedWork, WorkOfProfiles } from '../../captures/comparedWork';
import { comparisonState } from './comparisonState';
import { PageAnswers, tableParams } from './pageAnswers';
import { loadPage } from '../host/webviewPage';
import { ignored } from '../../profile/common/ignored';
import { isAbort } from '../../profile/common/guard';
import { stackStart } from './stackStart';
import { isPerOperation } from '../../profile/text/relativeUnits';

type OpenFunction = Extract<PageMessage, { kind: 'openFunction' }>;

type OpenSource = Extract<PageMessage, { kind: 'openSource' }>;

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
  /** Turns `-normalize` of the comparison on or off; reports a failure to the user. */
  normalize(isOn: boolean): Promise<void>;
  /** Asks the user where to save a picture; `name` is the name that the dialog proposes. */
  saveSvg(name: string, svg: string): Promise<void>;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

export interface PageOptions {
  readonly panel: Pick<vscode.WebviewPanel, 'webview' | 'viewColumn'>;
  readonly subject: PageSubject;
  readonly engine: QueryEngine;
  readonly layouts: Layouts;
  readonly refining: Refining;
  readonly sources: Sources;
  /** The folder of the page's script and styles. */
  readonly distribution: vscode.Uri;
  readonly services: PageServices;
}

/** The host's side of one page: answers its messages, and sends its state when the subject changes. */
export class ProfilePage implements vscode.Disposable {
  private readonly answers: PageAnswers;
  private readonly work: WorkOfProfiles;
  private readonly channel: Channel<HostMessage>;
  private readonly subscriptions: readonly { dispose(): void }[];
  /** The last summary of a derived profile that was sent. */
  private sentSummary: DerivedSummary | undefined;
  private isReady = false;
  /** Messages to send as soon as the page is ready. */
  private readonly waiting: HostMessage[] = [];

  constructor(private readonly options: PageOptions) {
    const { panel: { webview }, subject, engine, layouts, refining, distribution, services } = options;
    this.answers = new PageAnswers(engine, layouts, refining);
    const port = {
      // A closed page rejects messages.
      postMessage: (message: unknown) => webview.postMessage(message).then(undefined, () => undefined),
      onMessage: (listener: (message: unknown) => void) => webview.onDidReceiveMessage(listener),
    };
    this.channel = hostChannel(port, (message) => {
      this.receive(message).catch((error: unknown) => services.showFailure(error));
    });
    const send = () => this.sendState();
    this.work = new WorkOfProfiles(engine, () => this.isReady && this.sendState());
    this.subscriptions = [subject.onDidChange(send), refining.onDidChange(send)];
    loadPage(webview, distribution, 'webview');
  }

  /** Lets the user save the flame graph as a picture. */
  exportSvg(): void {
    this.sendWhenReady({ kind: 'exportSvg' });
  }

  /** @param select the full name of a function to select */
  showTab(tab: TabId, focus: boolean, select?: string): void {
    this.sendWhenReady({ kind: 'showTab', tab, focus, ...(select !== undefined && { select }) });
  }

  /** Call when the page is hidden. VS Code unloads hidden pages, and loads them again when they are shown. */
  onHidden(): void {
    this.isReady = false;
  }

  dispose(): void {
    this.answers.cancelAll();
    for (const subscription of this.subscriptions) subscription.dispose();
    this.channel.dispose();
  }

  private get notice(): PageNotice | undefined {
    const { subject, services } = this.options;
    return subject.notice === 'empty' ? services.emptyNotice : subject.notice;
  }

  private async receive(message: PageMessage): Promise<void> {
    const { subject, services, refining } = this.options;
    const { active } = subject;
    if ('profile' in message && message.kind !== 'setSampleType' && message.profile !== active?.queryId) return;
    switch (message.kind) {
      case 'ready':
        this.answers.cancelAll();
        this.isReady = true;
        this.sendState();
        return this.waiting.splice(0).forEach((message) => this.channel.send(message));
      case 'ask':
        return this.answer(active!, message);
      case 'cancel':
        return this.answers.cancel(message.request);
      case 'setSampleType':
        return subject.choose(message.profile, message.sampleType);
      case 'keepStart':
        return services.starts.keep(message.of, message.start);
      case 'setNormalize':
        return services.normalize(message.normalize);
      case 'openSource':
        return this.openSource(active!, message);
      case 'openFunction':
        return this.openFunction(active!, message);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'saveSvg':
        return services.saveSvg(message.name, message.svg);
      case 'copyTable':
        return this.copyTable(active!, message.view);
      case 'saveRefinements':
        return refining.save(message.saved);
      case 'noticeAction':
        return void (await this.notice?.act?.());
      default:
        return unexpected(message);
    }
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
    this.channel.send({ kind: 'state', state: { ...this.pageState(summary), refine, starts } });
  }

  private pageState(summary: ProfileSummary | undefined): PageState {
    const { notice, options: { subject: { active } } } = this;
    const shownNotice = notice && { text: notice.text, action: notice.action };
    if (!active || !summary) return { notice: shownNotice };
    return { profile: profileState(active, summary, this.work.of(active)), notice: shownNotice };
  }

  /** Sends a message as soon as the page is ready. */
  private sendWhenReady(message: HostMessage): void {
    if (this.isReady) this.channel.send(message);
    else this.waiting.push(message);
  }

  private async answer(active: Active, ask: Ask): Promise<void> {
    const { question, profile, request } = ask;
    try {
      this.channel.send(await this.answers.answer(active, ask));
    } catch (error) {
      if (isAbort(error)) return;
      // Errors of other classes have no field.
      const { message, field } = error as EngineError;
      this.channel.send({ kind: 'failed', question, profile, request, message, field });
    }
  }

  private async openSource(active: Active, question: OpenSource): Promise<void> {
    const { frame, callers, collapseRecursion, hideTestingFrames } = question;
    const { sampleType, queryId: profile, capture } = active;
    const { engine, sources } = this.options;
    const from = stackStart(active, question.from);
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

  private async openFunction(active: Active, { function: name, file, line }: OpenFunction): Promise<void> {
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

  private async copyTable(active: Active, view: TableView): Promise<void> {
    const text = await this.options.engine.ask('tableText', { ...view, ...tableParams(active) });
    await vscode.env.clipboard.writeText(text);
  }
}

/**
 * The state of a page about a profile.
 * @param summary of the profile, or of the one derived from it
 * @param work what is known of the work, in a comparison by shares
 */
export function profileState(active: Active, summary: ProfileSummary, work?: ComparedWork): NonNullable<PageState['profile']> {
  const { capture, profile, sampleType, queryId: id } = active;
  const { sampleTypes, totals, sums, sampleCount, durationNanos } = summary;
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
  const measured = { totals, ...change, samples, durationNanos };
  const figures = { sampleTypes, sampleType, ...measured, comparison, operations, inPercent };
  return { id, captured, capture: capture.id, title, siblings, startAt, ...figures };
}
