import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Asker, Engine } from '../engine/client';
import { type Channel, hostChannel, MAX_FRAMES, unexpected } from '../protocol/channel';
import type { AskedView, HostMessage, PageMessage, PageState } from '../protocol/messages';
import type { FlameWindow, StackStart } from '../profile/reports';
import { sampleCount as sampleCountOf, sampleText } from '../profile/sampleWords';
import type { Active } from '../session';
import type { Sources } from '../workbench/sources';
import { pageHtml } from './pageHtml';

/** What a page shows and may change: the session's active profile, or an opened file's. */
export interface PageSubject {
  readonly active: Active | undefined;
  /** Why there is nothing to show, or what is wrong; with a button where one helps. */
  readonly notice: { readonly text: string; readonly action?: string; act?(): unknown } | undefined;
  switchProfile(id: number): void;
  switchSampleType(sampleType: number): void;
  onDidChange(listener: () => void): { dispose(): void };
}

/** The host's side of one page: answers its messages, tells it when its subject changed. */
export class ProfilePage implements vscode.Disposable {
  /** Windows: a new one takes the place of the one before. */
  private readonly windows: Asker;
  private readonly channel: Channel<HostMessage>;
  private readonly subscription: { dispose(): void };

  constructor(
    webview: vscode.Webview,
    private readonly column: () => vscode.ViewColumn | undefined,
    private readonly subject: PageSubject,
    private readonly engine: Engine,
    private readonly sources: Sources,
    distribution: vscode.Uri,
  ) {
    this.windows = engine.face();
    webview.options = { enableScripts: true, localResourceRoots: [distribution] };
    const port = {
      postMessage: (message: unknown) => webview.postMessage(message),
      onMessage: (listener: (message: unknown) => void) => webview.onDidReceiveMessage(listener),
    };
    this.channel = hostChannel(port, (message) => void this.receive(message));
    this.subscription = subject.onDidChange(() => this.sendState());
    webview.html = pageHtml({
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(distribution, 'webview.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(distribution, 'webview.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(18).toString('base64'),
    });
  }

  dispose(): void {
    this.subscription.dispose();
    this.channel.dispose();
  }

  private async receive(message: PageMessage): Promise<void> {
    const active = this.subject.active;
    if ('profile' in message && message.kind !== 'setProfile' && message.profile !== active?.profile.summary.id) return;
    switch (message.kind) {
      case 'ready':
        return this.sendState();
      case 'askWindow':
        return this.sendWindow(active!, message.request, message.view);
      case 'setSampleType':
        return this.subject.switchSampleType(message.sampleType);
      case 'setProfile':
        return this.subject.switchProfile(message.profile);
      case 'openSource':
        return this.openSource(active!, message.frame, message.from);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'noticeAction':
        return void (await this.subject.notice?.act?.());
      default:
        return unexpected(message);
    }
  }

  private sendState(): void {
    this.channel.send({ kind: 'state', state: pageState(this.subject) });
  }

  private async sendWindow(active: Active, request: number, view: AskedView): Promise<void> {
    const profile = active.profile.summary.id;
    const maxFrames = Math.min(view.maxFrames, MAX_FRAMES);
    try {
      const from = stackStart(active, view.from);
      const question = { ...view, from, maxFrames, profile, sampleType: active.sampleType };
      const window = withTarget(active, from, await this.windows.ask('flame', question));
      this.channel.send({ kind: 'window', profile, request, window });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return;
      this.channel.send({ kind: 'windowFailed', profile, request, message: (error as Error).message });
    }
  }

  private async openSource(active: Active, frame: number, asked: string | undefined): Promise<void> {
    const { sampleType, profile, run } = active;
    const from = stackStart(active, asked);
    if (frame === 0 && typeof from === 'object' && run.target) return this.sources.openTarget(run.target, this.column());
    const source = await this.engine.ask('frameSource', { profile: profile.summary.id, sampleType, from, frame });
    if (source) await this.sources.open(active, source, this.column());
  }
}

/** What was measured is no frame by itself: it runs in all the places where the harness calls it. */
function stackStart({ run }: Active, asked: string | undefined): StackStart | undefined {
  return asked === run.title && run.startBelow ? { name: run.title, below: run.startBelow } : asked;
}

/** Where the root stands for what was measured, its source is known, though no sample names it. */
function withTarget({ run }: Active, from: StackStart | undefined, window: FlameWindow): FlameWindow {
  if (typeof from !== 'object' || !run.target) return window;
  window.file[0] = window.files.length;
  window.line[0] = 0;
  return { ...window, files: [...window.files, run.target.file] };
}

function pageState({ active, notice }: PageSubject): PageState {
  const shownNotice = notice && { text: notice.text, action: notice.action };
  if (!active) return { notice: shownNotice };
  const { run, profile, sampleType } = active;
  const { id, sampleTypes, totals, sampleCount, durationNanos } = profile.summary;
  const siblings = run.profiles.map(({ summary, label }) => ({ id: summary.id, label }));
  const { title } = run;
  const startAt = run.startBelow && title;
  const samples = sampleText(sampleCountOf(sampleTypes, totals, sampleCount));
  return {
    profile: { id, title, sampleTypes, sampleType, totals, samples, durationNanos, siblings, startAt },
    notice: shownNotice,
  };
}
