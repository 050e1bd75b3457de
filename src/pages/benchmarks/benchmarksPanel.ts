import * as vscode from 'vscode';
import type { ComparisonSummary, CopyFormat, StandardExport } from '../../bench/comparison/answers';
import type { ComparisonParams } from '../../engine/benchmarkQueries';
import type { QueryEngine } from '../../engine/client';
import { BENCHMARKS_PAGE, type BenchmarksMemory, type DroppedFile, type RowPlace } from '../protocol/benchmarksPage';
import type { PageHost } from '../protocol/pageHost';
import { memoryOf } from '../protocol/pageProtocol';
import type { ResultSource } from '../../captures/loaded/resultSources';
import { inBackground } from '../../ui/inBackground';
import { benchmarksChart, type BenchmarksSource, benchmarksState, labeled } from './benchmarksState';
import { OnlyPanel } from '../host/onlyPanel';
import { pageInPanel } from '../host/pageInPanel';

export interface BenchmarksPanelParts {
  readonly extensionUri: vscode.Uri;
  readonly engine: QueryEngine;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
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
  /** Called once for each comparison, whose rows all show the same captures. */
  trends(): AskTrends;
}

/** The medians of a unit in stored captures of benchmarks, by the names of rows; oldest first. */
type AskTrends = (of: TrendsOf, signal: AbortSignal) => Promise<readonly (readonly number[])[]>;

/** Rows of a table, and the unit of their earlier figures. */
export interface TrendsOf {
  /** As in `Join/size=10-8`. */
  readonly names: readonly string[];
  /** The package; empty if it is not known. */
  readonly pkg: string;
  /** As in benchstat: `sec/op`. */
  readonly unit: string;
  /** Whether names have no suffix `-N`. */
  readonly ignoresProcs: boolean;
}

export interface RestoredSources {
  readonly sources: readonly ResultSource[];
  /** Sentences about sources that could not be read. */
  readonly remarks: readonly string[];
}

interface Comparison {
  readonly version: number;
  readonly sources: readonly BenchmarksSource[];
  readonly params: ComparisonParams;
  readonly summary: ComparisonSummary;
  readonly trends: AskTrends;
}

interface RunningComparison {
  readonly control: AbortController;
  /** Fulfilled when the comparison has ended, also with an error. */
  readonly ended: Promise<void>;
}

/** The one panel that compares benchmark results. */
export class BenchmarksPanel {
  private readonly panel: OnlyPanel;
  private host: PageHost<typeof BENCHMARKS_PAGE> | undefined;
  private sources: readonly ResultSource[] = [];
  private remarks: readonly string[] = [];
  private ignoresProcs = false;
  /** The number of the shown comparison. */
  private version = 0;
  private running: RunningComparison | undefined;
  private isRestoring = false;
  private shown: Comparison | undefined;

  constructor(private readonly parts: BenchmarksPanelParts) {
    const media = vscode.Uri.joinPath(parts.extensionUri, 'media');
    const load = (panel: vscode.WebviewPanel) => this.load(panel);
    this.panel = new OnlyPanel({ viewType: 'linecost.benchmarks', title: 'Benchmarks', media, load });
  }

  get isOpen(): boolean {
    return this.panel.current !== undefined;
  }

  /** Shows sources. Several sources replace the shown ones; a single source is added to them. */
  open(sources: readonly ResultSource[]): void {
    if (!this.isOpen || sources.length > 1) [this.sources, this.remarks] = [[], []];
    this.add(sources);
  }

  /** Adds sources. A source with the id of a shown one replaces it. */
  add(sources: readonly ResultSource[]): void {
    const byId = new Map([...this.sources, ...sources].map((source) => [source.id, source]));
    this.sources = [...byId.values()];
    this.panel.show(() => vscode.ViewColumn.Active);
    inBackground(this.refresh().catch(this.parts.showFailure));
  }

  /** Takes over a panel that VS Code brought back after a window reload. */
  async restore(panel: vscode.WebviewPanel, saved: unknown): Promise<void> {
    const memory = memoryOf(BENCHMARKS_PAGE, saved);
    if (!memory || this.isOpen) return panel.dispose();
    this.isRestoring = true;
    this.panel.adopt(panel);
    const { sources, remarks } = await this.parts.restore(memory).finally(() => (this.isRestoring = false));
    const ordered = inOrder(sources, memory.order);
    [this.sources, this.remarks, this.ignoresProcs] = [[...ordered, ...this.sources], remarks, memory.ignoresProcs];
    await this.refresh().catch(this.parts.showFailure);
  }

  private load(panel: vscode.WebviewPanel): void {
    panel.onDidDispose(() => {
      this.shown = this.host = undefined;
      this.running?.control.abort();
      inBackground(this.parts.engine.ask('forgetBenchmarks', {}));
      [this.sources, this.remarks, this.ignoresProcs] = [[], [], false];
    });
    const { engine, pick, fetch, dropped } = this.parts;
    this.host = pageInPanel(panel, {
      protocol: BENCHMARKS_PAGE,
      distribution: vscode.Uri.joinPath(this.parts.extensionUri, 'dist'),
      bundle: 'benchmarks',
      answers: {
        counts: ({ filter }, signal) =>
          this.ofShown(({ params }) => engine.ask('benchmarkCounts', { ...params, filter }, signal)),
        rows: (rows, signal) => this.ofShown(({ params }) => engine.ask('benchmarkRows', { ...params, rows }, signal)),
        trends: ({ table, names }, signal) => this.ofShown(({ summary, params, trends }) => {
          const { pkg = '', unit = '' } = summary.tables.at(table) ?? {};
          return trends({ names, pkg, unit, ignoresProcs: params.ignoresProcs }, signal);
        }),
        chart: (place, signal) => this.ofShown(async (shown) => {
          const runs = await engine.ask('benchmarkRuns', { ...shown.params, place }, signal);
          return runs && benchmarksChart({ ...shown, now: Date.now() }, runs);
        }),
      },
      orders: {
        add: pick,
        fetch,
        dropped: ({ files, uris }) => dropped(files, uris),
        remove: ({ id }) => this.refresh(this.sources.filter((source) => source.id !== id)),
        base: ({ id }) => this.refresh(this.sources.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))),
        ignoreProcs: ({ isOn }) => this.refresh(this.sources, isOn),
        copy: ({ format }) => this.copy(format),
        export: async () => this.shown && this.parts.export(await engine.ask('exportBenchmarks', this.shown.params)),
        code: (place) => this.ofShown((shown) => this.openCode(shown, place)),
      },
      version: () => this.shown?.version,
      sendState: () => {
        if (this.shown) return this.sendState(this.shown);
        return this.running || this.isRestoring ? undefined : this.refresh();
      },
      showFailure: this.parts.showFailure,
    });
  }

  /** Compares the sources. If they cannot be compared, keeps those of the comparison that the page shows. */
  private async refresh(sources = this.sources, ignoresProcs = this.ignoresProcs): Promise<void> {
    this.running?.control.abort();
    const control = new AbortController();
    [this.sources, this.ignoresProcs] = [sources, ignoresProcs];
    const compared = this.compare(control.signal);
    const running = { control, ended: compared.then(() => undefined, () => undefined) };
    this.running = running;
    const shown = await compared.finally(() => {
      if (this.running === running) this.running = undefined;
    });
    if (shown) this.sendState(shown);
  }

  /** undefined if a newer comparison replaced this one, or the panel was closed. */
  private async compare(signal: AbortSignal): Promise<Comparison | undefined> {
    const sources = labeled(this.sources);
    const inputs = sources.map(({ results, bytes, label }) => ({ results, bytes, label }));
    const params = { inputs, ignoresProcs: this.ignoresProcs };
    try {
      const summary = await this.parts.engine.ask('compareBenchmarks', params, signal);
      if (signal.aborted || !this.isOpen) return undefined;
      return (this.shown = { version: ++this.version, sources, params, summary, trends: this.parts.trends() });
    } catch (error) {
      if (signal.aborted) return undefined;
      [this.sources, this.ignoresProcs] = [this.shown?.sources ?? [], this.shown?.params.ignoresProcs ?? false];
      throw error;
    }
  }

  /**
   * Answers a question about the shown comparison. The worker caches one comparison, so a question about it waits for a
   * running one, and is given up if that replaces it.
   */
  private async ofShown<A>(answer: (shown: Comparison) => Promise<A>): Promise<A> {
    const { shown } = this;
    await this.running?.ended;
    if (!shown || shown !== this.shown) throw new DOMException('Another comparison is shown.', 'AbortError');
    return answer(shown);
  }

  private sendState({ sources, summary }: Comparison): void {
    const { ignoresProcs, remarks } = this;
    const canFetch = vscode.workspace.isTrusted;
    const state = benchmarksState({ sources, summary, ignoresProcs, canFetch, remarks, now: Date.now() });
    const idsOf = (kind: ResultSource['kind']) =>
      this.sources.filter((source) => source.kind === kind).map(({ id }) => id);
    const order = this.sources.filter(({ kind }) => kind === 'capture' || kind === 'file').map(({ id }) => id);
    const memory = { captures: idsOf('capture'), files: idsOf('file'), order, ignoresProcs };
    this.host?.sendState(state, memory);
  }

  private async openCode({ params }: Comparison, place: RowPlace): Promise<void> {
    const runs = await this.parts.engine.ask('benchmarkRuns', { ...params, place });
    if (runs) await this.parts.openCode(runs.name, runs.pkg, this.panel.current?.viewColumn);
  }

  private async copy(format: CopyFormat): Promise<void> {
    if (!this.shown) return;
    await vscode.env.clipboard.writeText(await this.parts.engine.ask('benchmarkText', { ...this.shown.params, format }));
    const names = { text: 'text', markdown: 'Markdown', csv: 'CSV' } as const;
    this.host?.sendEvent('announcement', { text: `Copied as ${names[format]}.` });
  }
}

function inOrder(sources: readonly ResultSource[], ids: readonly string[] = []): ResultSource[] {
  const place = ({ id }: ResultSource) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return sources.toSorted((a, b) => place(a) - place(b));
}
