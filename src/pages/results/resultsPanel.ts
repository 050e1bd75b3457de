import * as vscode from 'vscode';
import {
  isResultsMemory, isResultsPageMessage, type ResultsHostMessage, type ResultsPageMessage, type ResultsState,
} from '../protocol/results';
import type { Session } from '../../captures/session';
import { besideCode } from '../../ui/besideCode';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import type { LatestResults } from '../../captures/loaded/latestResults';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { resultsState } from './resultsState';
import { loadPage, panelIcon } from '../host/webviewPage';
import { relativePath } from '../../ui/fileUri';

const RESULTS_VIEW_TYPE = 'linecost.results';

export interface ResultsParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  readonly results: LatestResults;
  readonly extensionUri: vscode.Uri;
  /** Runs a benchmark or one of its cases: `BenchmarkJoin/size=10`. */
  profile(uri: vscode.Uri, benchmark: string): Promise<unknown>;
  open(id: string): Promise<unknown>;
  compare(id: string): Promise<unknown>;
}

interface Subject {
  readonly uri: vscode.Uri;
  readonly benchmark: string;
}

/** The one panel with the results of a benchmark in a table and its captures below. */
export class ResultsPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private subject: Subject | undefined;
  private shown: ResultsState | undefined;
  private isReady = false;
  /** The number of the last refresh. Earlier ones that still read captures are dropped. */
  private refreshes = 0;
  /** The full name of the result to select once the page is ready. */
  private selected: string | undefined;
  private readonly subscriptions: readonly { dispose(): void }[];

  constructor(private readonly parts: ResultsParts) {
    const refresh = () => inBackground(this.refresh());
    const { session, captures, results } = parts;
    this.subscriptions = [
      session.onDidChange(refresh),
      captures.onDidChangeCaptures(refresh),
      results.onDidChange(refresh),
      vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    ];
  }

  /** @param result the full name, as printed, of the result to select */
  show(uri: vscode.Uri, benchmark: string, result?: string): void {
    const place = { viewColumn: besideCode() };
    this.subject = { uri, benchmark };
    this.selected = result;
    if (this.panel) this.panel.reveal();
    else this.adopt(vscode.window.createWebviewPanel(RESULTS_VIEW_TYPE, '', place));
    inBackground(this.refresh());
  }

  /** Takes over a panel that VS Code brought back after a window reload. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    if (!isResultsMemory(state) || this.panel) return panel.dispose();
    this.subject = { uri: vscode.Uri.parse(state.uri), benchmark: state.benchmark };
    this.adopt(panel);
    inBackground(this.refresh());
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const at = (folder: string) => vscode.Uri.joinPath(this.parts.extensionUri, folder);
    this.panel = panel;
    this.isReady = false;
    panel.iconPath = panelIcon(at('media'));
    panel.onDidChangeViewState(() => (this.isReady &&= panel.visible));
    panel.onDidDispose(() => (this.panel = undefined));
    webview.onDidReceiveMessage((message: unknown) => {
      if (isResultsPageMessage(message)) inBackground(this.receive(message));
    });
    loadPage(webview, at('dist'), 'results');
  }

  private async receive(message: ResultsPageMessage): Promise<void> {
    const { subject, shown } = this;
    if (message.kind === 'ready') {
      this.isReady = true;
      return this.refresh();
    }
    if (!subject || !shown) return;
    if (message.kind === 'profile') {
      const isKnown = shown.rows.some(({ benchmark }) => benchmark === message.benchmark);
      if (isKnown) await this.parts.profile(subject.uri, message.benchmark);
    } else if (shown.captures.some(({ id }) => id === message.id)) {
      await (message.kind === 'open' ? this.parts.open(message.id) : this.parts.compare(message.id));
    }
  }

  private async refresh(): Promise<void> {
    const { subject, panel } = this;
    if (!subject || !panel) return;
    const { session, captures, results } = this.parts;
    const refresh = ++this.refreshes;
    const records = await captures.records();
    if (refresh !== this.refreshes || panel !== this.panel) return;
    const { uri, benchmark } = subject;
    panel.title = forTitle(`${benchmark} results`);
    this.shown = resultsState({
      benchmark,
      uri: uri.toString(),
      file: uri.fsPath,
      place: relativePath(uri),
      results: results.of(uri.fsPath, benchmark),
      captures: records,
      activeId: session.active?.capture.id,
      baselineId: session.baseline?.capture.id,
      canRun: vscode.workspace.isTrusted,
      now: Date.now(),
    });
    if (this.isReady) this.send(this.shown);
  }

  private send(state: ResultsState): void {
    const say = (message: ResultsHostMessage) => {
      // A closed page rejects messages.
      this.panel?.webview.postMessage(message).then(undefined, () => undefined);
    };
    say({ kind: 'results', state });
    const key = this.selected;
    this.selected = undefined;
    if (key !== undefined) say({ kind: 'select', key });
  }
}
