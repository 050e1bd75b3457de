import * as vscode from 'vscode';
import type { PageHost } from '../protocol/pageHost';
import { memoryOf } from '../protocol/pageProtocol';
import { RESULTS_PAGE, type ResultsState } from '../protocol/resultsPage';
import type { Programs } from '../../captures/disk/programs';
import type { Session } from '../../captures/session';
import { besideCode } from '../../ui/besideCode';
import type { OnDemand } from '../../ui/onceLoaded';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import type { LatestResults } from '../../captures/loaded/latestResults';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { resultsState } from './resultsState';
import { OnlyPanel } from '../host/onlyPanel';
import { pageInPanel } from '../host/pageInPanel';
import { relativePath } from '../../ui/fileUri';

export interface ResultsParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  readonly results: LatestResults;
  readonly programs: OnDemand<Pick<Programs, 'ids'>>;
  readonly extensionUri: vscode.Uri;
  /** Runs a benchmark or one of its cases: `BenchmarkJoin/size=10`. */
  profile(uri: vscode.Uri, benchmark: string): Promise<unknown>;
  /** Runs a command for the benchmark that is shown. */
  measure(command: 'linecost.measureWith' | 'linecost.measureOtherBenchmark', of: Subject): Promise<unknown>;
  open(id: string): Promise<unknown>;
  compare(id: string): Promise<unknown>;
  comparePair(id: string, base: string): Promise<unknown>;
  measurePair(id: string, base: string): Promise<unknown>;
  rename(id: string): Promise<unknown>;
  pin(id: string, isPinned: boolean): Promise<unknown>;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

interface Subject {
  readonly uri: vscode.Uri;
  readonly benchmark: string;
}

/** The one panel with the results of a benchmark in a table and its captures below. */
export class ResultsPanel implements vscode.Disposable {
  private readonly panel: OnlyPanel;
  private host: PageHost<typeof RESULTS_PAGE> | undefined;
  private subject: Subject | undefined;
  private shown: ResultsState | undefined;
  /** The number of the last refresh. Earlier ones that still read captures are dropped. */
  private refreshes = 0;
  /** The full name of the result to select. */
  private selected: string | undefined;
  private readonly subscriptions: readonly { dispose(): void }[];

  constructor(private readonly parts: ResultsParts) {
    const media = vscode.Uri.joinPath(parts.extensionUri, 'media');
    this.panel = new OnlyPanel({ viewType: 'linecost.results', title: '', media, load: (panel) => this.load(panel) });
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
    this.subject = { uri, benchmark };
    this.selected = result;
    this.panel.show(besideCode);
    inBackground(this.refresh());
  }

  /** Takes over a panel that VS Code brought back after a window reload. */
  restore(panel: vscode.WebviewPanel, saved: unknown): void {
    const memory = memoryOf(RESULTS_PAGE, saved);
    if (!memory || this.panel.current) return panel.dispose();
    this.subject = { uri: vscode.Uri.parse(memory.uri), benchmark: memory.benchmark };
    this.panel.adopt(panel);
    inBackground(this.refresh());
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private load(panel: vscode.WebviewPanel): void {
    // The page may show an earlier state.
    const ofCapture = (id: string, act: () => Promise<unknown> | undefined) =>
      this.shown?.captures.some((capture) => capture.id === id) ? act() : undefined;
    this.shown = undefined;
    this.host = pageInPanel(panel, {
      protocol: RESULTS_PAGE,
      distribution: vscode.Uri.joinPath(this.parts.extensionUri, 'dist'),
      bundle: 'results',
      answers: {},
      orders: {
        profile: ({ benchmark }) => {
          const isShown = this.shown?.rows.some((row) => row.benchmark === benchmark);
          return this.subject && isShown ? this.parts.profile(this.subject.uri, benchmark) : undefined;
        },
        measureWith: () => this.subject && this.parts.measure('linecost.measureWith', this.subject),
        measureOther: () => this.subject && this.parts.measure('linecost.measureOtherBenchmark', this.subject),
        open: ({ id }) => ofCapture(id, () => this.parts.open(id)),
        compare: ({ id }) => ofCapture(id, () => this.parts.compare(id)),
        comparePair: ({ id, base }) => ofCapture(id, () => ofCapture(base, () => this.parts.comparePair(id, base))),
        measurePair: ({ id, base }) => ofCapture(id, () => ofCapture(base, () => this.parts.measurePair(id, base))),
        rename: ({ id }) => ofCapture(id, () => this.parts.rename(id)),
        pin: ({ id, isPinned }) => ofCapture(id, () => this.parts.pin(id, isPinned)),
      },
      version: () => undefined,
      sendState: () => this.refresh(),
      showFailure: (error) => this.parts.showFailure(error),
    });
  }

  private async refresh(): Promise<void> {
    const { subject, panel: { current: panel } } = this;
    if (!subject || !panel) return;
    const { session, captures, results, programs } = this.parts;
    const refresh = ++this.refreshes;
    const records = await captures.records();
    const stored = await (await programs()).ids();
    if (refresh !== this.refreshes || panel !== this.panel.current) return;
    const { uri, benchmark } = subject;
    panel.title = forTitle(`${benchmark} results`);
    const shown = resultsState({
      benchmark,
      uri: uri.toString(),
      file: uri.fsPath,
      place: relativePath(uri),
      results: results.of(uri.fsPath, benchmark),
      captures: records,
      programs: stored,
      activeId: session.active?.capture.id,
      baselineId: session.baseline?.capture.id,
      canRun: vscode.workspace.isTrusted,
      now: Date.now(),
    });
    this.shown = shown;
    this.host?.sendState(shown, { uri: uri.toString(), benchmark });
    if (this.selected !== undefined) this.host?.sendEvent('select', { key: this.selected });
    this.selected = undefined;
  }
}
