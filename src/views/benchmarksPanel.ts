import * as vscode from 'vscode';
import { csvReport } from '../bench/benchstat/csvReport';
import { textReport } from '../bench/benchstat/textReport';
import { type ComparedInputs, compareInputs } from '../bench/comparison/compareInputs';
import { markdownReport } from '../bench/comparison/markdownReport';
import { standardExport } from '../bench/comparison/standardExport';
import { inSlices } from '../capture/timeSlices';
import type {
  BenchmarksHostMessage,
  BenchmarksMemory,
  BenchmarksPageMessage,
  CopyFormat,
  DroppedFile,
  RowPlace,
} from '../protocol/benchmarks';
import { isBenchmarksPageMessage } from '../protocol/benchmarksShape';
import type { BenchmarkSource } from '../workbench/benchmarkSources';
import { inBackground } from '../workbench/inBackground';
import { benchmarksChart, benchmarksState, type BenchmarksSource, labeled } from './benchmarksState';
import { loadPage, panelIcon } from './webviewPage';

export const BENCHMARKS_VIEW_TYPE = 'linecost.benchmarks';

export interface BenchmarksPanelParts {
  readonly extensionUri: vscode.Uri;
  /** Runs what a user asked for; shows what it throws. */
  told(act: () => Promise<unknown>): Promise<void>;
  /** Ask the user for more results; these then come with `add`. */
  ask(): Promise<unknown>;
  fetch(): Promise<unknown>;
  dropped(files: readonly DroppedFile[], uris: readonly string[]): Promise<unknown>;
  /** Reads what was shown before a window reload. */
  recall(memory: BenchmarksMemory): Promise<Recalled>;
  /** Opens the code of a benchmark by its row: `Join/size=10-8`. */
  openCode(row: string, pkg: string, beside: vscode.ViewColumn | undefined): Promise<unknown>;
  export(text: string): Promise<unknown>;
}

export interface Recalled {
  readonly sources: readonly BenchmarkSource[];
  /** Sentences about those that could not be read. */
  readonly remarks: readonly string[];
}

interface Comparison {
  readonly version: number;
  readonly sources: readonly BenchmarksSource[];
  readonly compared: ComparedInputs;
}

/** The one panel that compares benchmark results of captures and files. */
export class BenchmarksPanel {
  private panel: vscode.WebviewPanel | undefined;
  private sources: readonly BenchmarkSource[] = [];
  private remarks: readonly string[] = [];
  private ignoresProcs = false;
  private isReady = false;
  /** The number of the last comparison begun: only the last one counts. */
  private version = 0;
  private shown: Comparison | undefined;

  constructor(private readonly parts: BenchmarksPanelParts) {}

  /** Several sources replace those shown, a single one is added to them. */
  open(sources: readonly BenchmarkSource[]): void {
    if (!this.panel || sources.length > 1) [this.sources, this.remarks] = [[], []];
    this.add(sources);
  }

  /** Adds sources; a source that is shown already is replaced by the newly read one. */
  add(sources: readonly BenchmarkSource[]): void {
    const byId = new Map([...this.sources, ...sources].map((source) => [source.id, source]));
    this.sources = [...byId.values()];
    if (this.panel) this.panel.reveal();
    else this.adopt(vscode.window.createWebviewPanel(BENCHMARKS_VIEW_TYPE, 'Benchmarks', vscode.ViewColumn.Active));
    inBackground(this.refresh());
  }

  /** Takes over a panel that VS Code brought back after a window reload. */
  async restore(panel: vscode.WebviewPanel, memory: BenchmarksMemory): Promise<void> {
    if (this.panel) return panel.dispose();
    this.adopt(panel);
    const { sources, remarks } = await this.parts.recall(memory);
    [this.sources, this.remarks, this.ignoresProcs] = [[...sources, ...this.sources], remarks, memory.ignoresProcs];
    await this.refresh();
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
      [this.sources, this.remarks, this.ignoresProcs] = [[], [], false];
    });
    webview.onDidReceiveMessage((message: unknown) => {
      if (isBenchmarksPageMessage(message)) inBackground(this.parts.told(() => this.receive(message)));
    });
    loadPage(webview, at('dist'), 'benchmarks');
  }

  private async receive(message: BenchmarksPageMessage): Promise<unknown> {
    switch (message.kind) {
      case 'ready':
        this.isReady = true;
        return this.shown === undefined ? this.refresh() : this.sendState(this.shown);
      case 'add':
        return this.parts.ask();
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
        return this.shown && this.parts.export(standardExport(this.shown.sources));
      case 'chart':
        return this.sendChart(message.place);
      case 'code':
        return this.openCode(message.place);
      default:
        return message satisfies never;
    }
  }

  private async refresh(): Promise<void> {
    const version = ++this.version;
    const sources = labeled(this.sources);
    const compared = await inSlices(compareInputs(sources, this.ignoresProcs));
    if (version !== this.version || !this.panel) return;
    this.shown = { version, sources, compared };
    if (this.isReady) this.sendState(this.shown);
  }

  private sendState({ version, sources, compared }: Comparison): void {
    const { ignoresProcs, remarks } = this;
    const canFetch = vscode.workspace.isTrusted;
    const state = benchmarksState({ sources, compared, ignoresProcs, canFetch, remarks, now: Date.now() });
    const idsOf = (kind: BenchmarkSource['kind']) =>
      this.sources.filter((source) => source.kind === kind).map(({ id }) => id);
    const memory = { captures: idsOf('capture'), files: idsOf('file'), ignoresProcs };
    this.send({ kind: 'benchmarks', version, state, memory });
  }

  private sendChart(place: RowPlace): void {
    const { shown } = this;
    const chart = shown?.version === place.version ? benchmarksChart({ ...shown, now: Date.now() }, place) : undefined;
    if (chart) this.send({ kind: 'chart', place, chart });
  }

  private async openCode({ version, table: tableAt, row: rowAt }: RowPlace): Promise<void> {
    const { shown } = this;
    if (shown?.version !== version) return;
    const { tables, tableFields } = shown.compared.tables;
    const table = tables.at(tableAt);
    const row = table?.rows.at(rowAt);
    if (table === undefined || row === undefined) return;
    const field = tableFields.find(({ name }) => name === 'pkg');
    const pkg = field === undefined ? '' : (table.key.values[field.index] ?? '');
    await this.parts.openCode(row.label, pkg, this.panel?.viewColumn);
  }

  private async copy(format: CopyFormat): Promise<void> {
    if (!this.shown) return;
    await vscode.env.clipboard.writeText(reportOf(this.shown.compared, format));
    const names = { text: 'text', markdown: 'Markdown', csv: 'CSV' } as const;
    this.send({ kind: 'said', text: `Copied as ${names[format]}.` });
  }

  private send(message: BenchmarksHostMessage): void {
    // A closed page needs no message.
    this.panel?.webview.postMessage(message).then(undefined, () => undefined);
  }
}

function reportOf({ tables }: ComparedInputs, format: CopyFormat): string {
  if (format === 'markdown') return markdownReport(tables);
  return [...(format === 'csv' ? csvReport(tables, () => undefined) : textReport(tables))].join('');
}
