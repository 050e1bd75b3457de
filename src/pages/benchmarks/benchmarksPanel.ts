import * as vscode from 'vscode';
import type { ComparisonSummary, CopyFormat, RowsParams, StandardExport } from '../../bench/comparison/answers';
import type { ComparisonParams } from '../../engine/benchmarkQueries';
import type { QueryEngine } from '../../engine/client';
import type {
  BenchmarksHostMessage,
  BenchmarksMemory,
  BenchmarksPageMessage,
  DroppedFile,
  RowPlace,
} from '../protocol/benchmarksMessages';
import { isBenchmarksPageMessage } from '../protocol/benchmarksShape';
import type { BenchmarkSource } from '../../captures/loaded/benchmarkSources';
import { inBackground } from '../../ui/inBackground';
import { benchmarksState, type BenchmarksSource, labeled } from './benchmarksState';
import { loadPage, panelIcon } from '../host/webviewPage';
import { benchmarksChart } from './benchmarksChart';

export const BENCHMARKS_VIEW_TYPE = 'linecost.benchmarks';

export interface BenchmarksPanelParts {
  readonly extensionUri: vscode.Uri;
  readonly engine: QueryEngine;
  /** Runs a user action, and shows its errors. */
  reporting(act: () => Promise<unknown>): Promise<void>;
  /** Lets the user pick captures, files or a URL, and passes their results to `add`. */
  pick(): Promise<unknown>;
  /** Asks the user for a URL, and passes its results to `add`. */
  fetch(): Promise<unknown>;
  /** Reads what was dropped onto the page, as texts or by URI, and passes the results to `add`. */
  dropped(files: readonly DroppedFile[], uris: readonly string[]): Promise<unknown>;
  /** Reads the sources that were shown before a window reload. */
  restore(memory: BenchmarksMemory): Promise<RestoredSources>;
  /** Opens the code of a benchmark by its row: `Join/size=10-8`. */
  openCode(row: string, pkg: string, beside: vscode.ViewColumn | undefined): Promise<unknown>;
  export(exported: StandardExport): Promise<unknown>;
}

export interface RestoredSources {
  readonly sources: readonly BenchmarkSource[];
  /** Sentences about sources that could not be read. */
  readonly remarks: readonly string[];
}

interface Comparison {
  readonly version: number;
  readonly sources: readonly BenchmarksSource[];
  readonly params: ComparisonParams;
  readonly summary: ComparisonSummary;
}

/** The one panel that compares benchmark results. */
export class BenchmarksPanel {
  private panel: vscode.WebviewPanel | undefined;
  private sources: readonly BenchmarkSource[] = [];
  private remarks: readonly string[] = [];
  private ignoresProcs = false;
  private isReady = false;
  /** The number of the shown comparison. */
  private version = 0;
  private comparing: AbortController | undefined;
  private isRestoring = false;
  /** The page's last question for counts, and for the rows of each table. */
  private readonly requests = new Map<number | 'counts', AbortController>();
  private shown: Comparison | undefined;

  constructor(private readonly parts: BenchmarksPanelParts) {}

  get isOpen(): boolean {
    return this.panel !== undefined;
  }

  /** Shows sources. Several sources replace the shown ones; a single source is added to them. */
  open(sources: readonly BenchmarkSource[]): void {
    if (!this.panel || sources.length > 1) [this.sources, this.remarks] = [[], []];
    this.add(sources);
  }

  /** Adds sources. A source with the id of a shown one replaces it. */
  add(sources: readonly BenchmarkSource[]): void {
    const byId = new Map([...this.sources, ...sources].map((source) => [source.id, source]));
    this.sources = [...byId.values()];
    if (this.panel) this.panel.reveal();
    else this.adopt(vscode.window.createWebviewPanel(BENCHMARKS_VIEW_TYPE, 'Benchmarks', vscode.ViewColumn.Active));
    inBackground(this.parts.reporting(() => this.refresh()));
  }

  /** Takes over a panel that VS Code brought back after a window reload. */
  async restore(panel: vscode.WebviewPanel, memory: BenchmarksMemory): Promise<void> {
    if (this.panel) return panel.dispose();
    this.adopt(panel);
    this.isRestoring = true;
    const { sources, remarks } = await this.parts.restore(memory).finally(() => (this.isRestoring = false));
    const ordered = inOrder(sources, memory.order);
    [this.sources, this.remarks, this.ignoresProcs] = [[...ordered, ...this.sources], remarks, memory.ignoresProcs];
    await this.parts.reporting(() => this.refresh());
  }

  private adopt(panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const at = (folder: string) => vscode.Uri.joinPath(this.parts.extensionUri, folder);
    this.panel = panel;
    this.isReady = false;
    panel.iconPath = panelIcon(at('media'));
    panel.onDidChangeViewState(() => (this.isReady &&= panel.visible));
    panel.onDidDispose(() => {
      this.panel = this.shown = undefined;
      this.comparing?.abort();
      inBackground(this.parts.engine.ask('forgetBenchmarks', {}));
      [this.sources, this.remarks, this.ignoresProcs] = [[], [], false];
    });
    webview.onDidReceiveMessage((message: unknown) => {
      if (isBenchmarksPageMessage(message)) inBackground(this.parts.reporting(() => this.receive(message)));
    });
    loadPage(webview, at('dist'), 'benchmarks');
  }

  private async receive(message: BenchmarksPageMessage): Promise<unknown> {
    switch (message.kind) {
      case 'ready':
        this.isReady = true;
        if (this.shown) return this.sendState(this.shown);
        return this.comparing || this.isRestoring ? undefined : this.refresh();
      case 'add':
        return this.parts.pick();
      case 'fetch':
        return this.parts.fetch();
      case 'dropped':
        return this.parts.dropped(message.files, message.uris);
      case 'remove':
        this.sources = this.sources.filter(({ id }) => id !== message.id);
        return this.refresh();
      case 'base':
        this.sources = [...this.sources].sort((a, b) => Number(b.id === message.id) - Number(a.id === message.id));
        return this.refresh();
      case 'ignoreProcs':
        this.ignoresProcs = message.isOn;
        return this.refresh();
      case 'copy':
        return this.copy(message.format);
      case 'export':
        return this.export();
      case 'counts':
        return this.sendCounts(message.version, message.filter);
      case 'rows':
        return this.sendRows(message.version, message.params);
      case 'chart':
        return this.sendChart(message.place);
      case 'code':
        return this.openCode(message.place);
      default:
        return message satisfies never;
    }
  }

  private async refresh(): Promise<void> {
    this.comparing?.abort();
    const comparing = new AbortController();
    this.comparing = comparing;
    const sources = labeled(this.sources);
    const inputs = sources.map(({ results, bytes, label }) => ({ results, bytes, label }));
    const params = { inputs, ignoresProcs: this.ignoresProcs };
    try {
      const { signal } = comparing;
      const summary = await unlessAborted(this.parts.engine.ask('compareBenchmarks', params, signal), signal);
      if (!summary || !this.panel) return;
      this.shown = { version: ++this.version, sources, params, summary };
    } catch (error) {
      // Restore the sources of the comparison that the page still shows.
      [this.sources, this.ignoresProcs] = [this.shown?.sources ?? [], this.shown?.params.ignoresProcs ?? false];
      throw error;
    } finally {
      if (this.comparing === comparing) this.comparing = undefined;
    }
    if (this.isReady) this.sendState(this.shown);
  }

  private sendState({ version, sources, summary }: Comparison): void {
    const { ignoresProcs, remarks } = this;
    const canFetch = vscode.workspace.isTrusted;
    const state = benchmarksState({ sources, summary, ignoresProcs, canFetch, remarks, now: Date.now() });
    const idsOf = (kind: BenchmarkSource['kind']) =>
      this.sources.filter((source) => source.kind === kind).map(({ id }) => id);
    const order = this.sources.filter(({ kind }) => kind === 'capture' || kind === 'file').map(({ id }) => id);
    const memory = { captures: idsOf('capture'), files: idsOf('file'), order, ignoresProcs };
    this.send({ kind: 'benchmarks', version, state, memory });
  }

  private async sendCounts(version: number, filter: string): Promise<void> {
    await this.answer('counts', version, async ({ params }, signal) => {
      const counts = await this.parts.engine.ask('benchmarkCounts', { ...params, filter }, signal);
      this.send({ kind: 'counts', version, filter, counts });
    });
  }

  private async sendRows(version: number, rows: RowsParams): Promise<void> {
    await this.answer(rows.table, version, async ({ params }, signal) => {
      const answer = await this.parts.engine.ask('benchmarkRows', { ...params, rows }, signal);
      this.send({ kind: 'rows', version, params: rows, answer });
    });
  }

  /** Answers a question about the shown comparison. Cancels the last question about the same table or the counts. */
  private async answer(
    about: number | 'counts',
    version: number,
    act: (shown: Comparison, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    this.requests.get(about)?.abort();
    const { shown } = this;
    // The worker caches one comparison, so a question about an old comparison would replace the new one.
    if (shown?.version !== version || this.comparing) return;
    const controller = new AbortController();
    this.requests.set(about, controller);
    await unlessAborted(act(shown, controller.signal), controller.signal);
    if (this.requests.get(about) === controller) this.requests.delete(about);
  }

  private async sendChart(place: RowPlace): Promise<void> {
    const { shown } = this;
    const runs = shown && (await this.runsAt(shown, place));
    if (shown && runs) this.send({ kind: 'chart', place, chart: benchmarksChart({ ...shown, now: Date.now() }, runs) });
  }

  private async openCode(place: RowPlace): Promise<void> {
    const runs = this.shown && (await this.runsAt(this.shown, place));
    if (runs) await this.parts.openCode(runs.name, runs.pkg, this.panel?.viewColumn);
  }

  private async runsAt({ version, params }: Comparison, place: RowPlace) {
    return place.version === version ? this.parts.engine.ask('benchmarkRuns', { ...params, place }) : undefined;
  }

  private async copy(format: CopyFormat): Promise<void> {
    if (!this.shown) return;
    await vscode.env.clipboard.writeText(await this.parts.engine.ask('benchmarkText', { ...this.shown.params, format }));
    const names = { text: 'text', markdown: 'Markdown', csv: 'CSV' } as const;
    this.send({ kind: 'announcement', text: `Copied as ${names[format]}.` });
  }

  private async export(): Promise<unknown> {
    return this.shown && this.parts.export(await this.parts.engine.ask('exportBenchmarks', this.shown.params));
  }

  private send(message: BenchmarksHostMessage): void {
    // A closed page rejects messages.
    this.panel?.webview.postMessage(message).then(undefined, () => undefined);
  }
}

function inOrder(sources: readonly BenchmarkSource[], ids: readonly string[] = []): BenchmarkSource[] {
  const place = ({ id }: BenchmarkSource) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return sources.toSorted((a, b) => place(a) - place(b));
}

/** The answer; undefined if the signal was aborted, because a newer question replaced this one. */
async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
