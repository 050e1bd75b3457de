import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Engine } from '../engine/client';
import type { Layouts } from '../engine/layouts';
import { type Channel, hostChannel, unexpected } from '../protocol/channel';
import type { Ask, TabId, HostMessage, PageMessage, PageState } from '../protocol/messages';
import type { DerivedSummary, ProfileSummary } from '../engine/queries';
import { EngineError } from '../engine/wire';
import type { TableView } from '../profile/answers/table';
import { sampleCount as sampleCountOf, sampleText } from '../profile/text/counts';
import type { Active } from '../session';
import type { Refining } from '../workbench/refining';
import { shownTitle } from '../workbench/baselineName';
import type { FlameStarts } from '../workbench/flameStarts';
import type { Sources } from '../workbench/sources';
import { comparisonState } from './comparisonState';
import { PageAnswers, stackStart, tableAsked } from './pageAnswers';
import { pageHtml } from './pageHtml';
import { isAbort } from '../profile/work/abort';

type OpenFunction = Extract<PageMessage, { kind: 'openFunction' }>;

type OpenSource = Extract<PageMessage, { kind: 'openSource' }>;

/** What a page shows and may change: the session's active profile, or an opened file's. */
export interface PageSubject {
  readonly active: Active | undefined;
  /** Why there is nothing to show, or what is wrong; with a button where one helps. Without it and `active`: wait. */
  readonly notice: { readonly text: string; readonly action?: string; act?(): unknown } | undefined;
  /** Shows a profile of the same run under one of its sample types. */
  choose(profile: number, sampleType: number): void;
  onDidChange(listener: () => void): { dispose(): void };
}

/** What pages share besides what they show. */
export interface PageChoices {
  readonly starts: FlameStarts;
  /** Changes the comparison that is shown; tells the user where that cannot be. */
  normalize(isOn: boolean): Promise<void>;
  /** Asks where to save a picture, of what `name` says. */
  saveSvg(name: string, svg: string): Promise<void>;
  /** Tells the user what came of a click. */
  failed(error: unknown): unknown;
}

/** The host's side of one page: answers its messages, tells it when its subject changed. */
export class ProfilePage implements vscode.Disposable {
  private readonly answers: PageAnswers;
  private readonly channel: Channel<HostMessage>;
  private readonly subscriptions: readonly { dispose(): void }[];
  /** What was told last of what is derived. */
  private told: DerivedSummary | undefined;
  private isReady = false;
  /** For the page, once it is there. */
  private readonly waiting: HostMessage[] = [];

  constructor(
    webview: vscode.Webview,
    private readonly column: () => vscode.ViewColumn | undefined,
    private readonly subject: PageSubject,
    private readonly engine: Engine,
    layouts: Layouts,
    private readonly refining: Refining,
    private readonly sources: Sources,
    distribution: vscode.Uri,
    private readonly choices: PageChoices,
  ) {
    this.answers = new PageAnswers(engine, layouts, refining);
    webview.options = { enableScripts: true, localResourceRoots: [distribution] };
    const port = {
      // A page that is gone needs no message.
      postMessage: (message: unknown) => webview.postMessage(message).then(undefined, () => undefined),
      onMessage: (listener: (message: unknown) => void) => webview.onDidReceiveMessage(listener),
    };
    this.channel = hostChannel(port, (message) => {
      this.receive(message).catch((error: unknown) => choices.failed(error));
    });
    const send = () => this.sendState();
    this.subscriptions = [subject.onDidChange(send), refining.onDidChange(send)];
    webview.html = pageHtml({
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(distribution, 'webview.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(distribution, 'webview.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(18).toString('base64'),
    });
  }

  /** Lets the user save the flame graph as a picture. */
  exportSvg(): void {
    this.tell({ kind: 'exportSvg' });
  }

  showTab(tab: TabId): void {
    this.tell({ kind: 'showTab', tab });
  }

  /** The page is not there while its tab is hidden, and begins anew when that is shown. */
  wasHidden(): void {
    this.isReady = false;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.channel.dispose();
  }

  private async receive(message: PageMessage): Promise<void> {
    const active = this.subject.active;
    if ('profile' in message && message.kind !== 'setSampleType' && message.profile !== active?.shown) return;
    switch (message.kind) {
      case 'ready':
        this.isReady = true;
        this.sendState();
        return this.waiting.splice(0).forEach((told) => this.channel.send(told));
      case 'ask':
        return this.answer(active!, message);
      case 'setSampleType':
        return this.subject.choose(message.profile, message.sampleType);
      case 'keepStart':
        return this.choices.starts.keep(message.of, message.start);
      case 'setNormalize':
        return this.choices.normalize(message.normalize);
      case 'openSource':
        return this.openSource(active!, message);
      case 'openFunction':
        return this.openFunction(active!, message);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'saveSvg':
        return this.choices.saveSvg(message.name, message.svg);
      case 'copyTable':
        return this.copyTable(active!, message.view);
      case 'saveRefinements':
        return this.refining.save(message.saved);
      case 'noticeAction':
        return void (await this.subject.notice?.act?.());
      default:
        return unexpected(message);
    }
  }

  /**
   * At once as it was captured; what is derived from it knows its own total only once it is made. While a file is read,
   * there may be nothing to say for a moment.
   */
  private sendState(): void {
    const { active, notice } = this.subject;
    if (!active && !notice) return;
    const captured = active?.profile.summary;
    const isToldAlready = active?.shown === this.told?.id;
    this.send(isToldAlready ? this.told : captured);
    if (!active || isToldAlready || active.shown === captured?.id) return;
    this.engine.ask('summary', { profile: active.shown }).then((summary) => {
      if (this.subject.active === active) this.send((this.told = summary));
    }, () => undefined);
  }

  private send(summary: ProfileSummary | DerivedSummary | undefined): void {
    const { saved, history } = this.refining;
    const { refinement = {} } = this.subject.active ?? {};
    const unmatched = summary && 'unmatched' in summary ? summary.unmatched : [];
    const refine = { refinement, unmatched, history, saved };
    const starts = this.choices.starts.all;
    this.channel.send({ kind: 'state', state: { ...pageState(this.subject, summary), refine, starts } });
  }

  /** Says something once, as soon as the page is there. */
  private tell(message: HostMessage): void {
    if (this.isReady) this.channel.send(message);
    else this.waiting.push(message);
  }

  private async answer(active: Active, ask: Ask): Promise<void> {
    const { question, profile, request } = ask;
    try {
      this.channel.send(await this.answers.answer(active, ask));
    } catch (error) {
      if (isAbort(error)) return;
      const field = error instanceof EngineError ? error.field : undefined;
      this.channel.send({ kind: 'failed', question, profile, request, message: (error as Error).message, field });
    }
  }

  private async openSource(active: Active, asked: OpenSource): Promise<void> {
    const { frame, callers, collapseRecursion, hideHarness } = asked;
    const { sampleType, shown: profile, run } = active;
    const from = stackStart(active, asked.from);
    if (frame === 0 && typeof from === 'object' && run.target) return this.sources.openTarget(run.target, this.column());
    const tree = { from, callers, collapseRecursion, hideHarness, setup: run.setup };
    const source = await this.engine.ask('frameSource', { ...tree, profile, sampleType, frame });
    if (source) await this.sources.open(active, source, this.column());
  }

  private async openFunction(active: Active, { function: name, file, line }: OpenFunction): Promise<void> {
    const { sampleType, shown: profile } = active;
    const hottest = await this.engine.ask('functionSource', { profile, sampleType, function: name, file });
    if (hottest) await this.sources.open(active, { ...hottest, line: line ?? hottest.line }, this.column());
  }

  private async copyTable(active: Active, view: TableView): Promise<void> {
    const text = await this.engine.ask('tableText', { ...view, ...tableAsked(active) });
    await vscode.env.clipboard.writeText(text);
  }
}

function pageState({ active, notice }: PageSubject, summary: ProfileSummary | undefined): PageState {
  const shownNotice = notice && { text: notice.text, action: notice.action };
  if (!active || !summary) return { notice: shownNotice };
  const { run, profile, sampleType, shown: id } = active;
  const { sampleTypes, totals, sampleCount, durationNanos } = summary;
  const siblings = run.profiles.map((each) => {
    return { id: each.summary.id, label: each.label, sampleTypes: each.summary.sampleTypes };
  });
  const now = Date.now();
  const title = shownTitle(active, now);
  const startAt = run.startBelow && run.title;
  const samples = sampleText(sampleCountOf(sampleTypes, totals, sampleCount));
  const captured = profile.summary.id;
  const comparison = comparisonState(active, now);
  const figures = { sampleTypes, sampleType, totals, samples, durationNanos, comparison };
  return { profile: { id, captured, run: run.id, title, siblings, startAt, ...figures }, notice: shownNotice };
}
