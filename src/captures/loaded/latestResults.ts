import type * as vscode from 'vscode';
import { groupByName } from '../../bench/resultsByCase';
import type { CaptureRecord } from '../disk/captureStore';
import { isOfPresentCode } from '../presentCode';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { isFinite } from '../../profile/common/shapes';
import { inBackground } from '../../ui/inBackground';
import { Listeners } from '../../profile/common/listeners';

/** Key of the time when results were cleared, in milliseconds since the epoch. Older captures restore no results. */
const CLEARED = 'linecost.resultsCleared';

interface Entry {
  readonly results: readonly BenchmarkResult[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Page {
  /** When the whole benchmark was last measured, in milliseconds since the epoch; 0 if never. */
  wholeAt: number;
  /** By `caseKey`, in the order printed. */
  readonly entries: Map<string, Entry>;
  /** Cache of the results of all entries. */
  all?: readonly BenchmarkResult[];
}

/** A capture with results. */
type Captured = Pick<CaptureRecord, 'target' | 'title' | 'results' | 'capturedAt' | 'sortedAt' | 'revision' | 'chosenEnvironment' | 'stage'>;

/** The latest results of each benchmark of the workspace, by file and name. */
export class LatestResults {
  private readonly pages = new Map<string, Page>();
  private readonly listeners = new Listeners();

  constructor(private readonly memento: Pick<vscode.Memento, 'get' | 'update'>) {}

  of(file: string, benchmark: string): readonly BenchmarkResult[] {
    const page = this.pages.get(benchmarkKey(file, benchmark));
    if (!page) return [];
    return (page.all ??= [...page.entries.values()].flatMap(({ results }) => results));
  }

  /** When the newest of these results were measured, in milliseconds since the epoch. */
  measuredAt(file: string, benchmark: string): number | undefined {
    const { entries } = this.pages.get(benchmarkKey(file, benchmark)) ?? {};
    return entries && Math.max(...[...entries.values()].map(({ at }) => at));
  }

  /**
   * Adds the results of a measurement. Results of one case (`BenchmarkX/case`) replace only the results of this case.
   * They are newer than all known ones, even if the clock was set back.
   */
  set(file: string, benchmark: string, results: readonly BenchmarkResult[]): void {
    const { wholeAt = 0, entries } = this.pages.get(benchmarkKey(file, benchmark)) ?? {};
    const at = Math.max(Date.now(), wholeAt, ...[...(entries?.values() ?? [])].map((entry) => entry.at));
    this.take(file, benchmark, { results, at, isWhole: baseOf(benchmark) === benchmark });
    this.notify();
  }

  /** Adds the results of captures of the present code, except where newer ones are known or they were cleared since. */
  restore(captures: readonly Captured[]): void {
    const stored = this.memento.get<unknown>(CLEARED);
    // A time in the future is of a clock that was ahead.
    const cleared = isFinite(stored) && stored <= Date.now() ? stored : 0;
    // The lens must not show results of an earlier program, or of an environment that was chosen once.
    const current = captures.filter(isOfPresentCode);
    const later = current.filter(({ capturedAt, results }) => capturedAt > cleared && results.length > 0);
    for (const { target, title, results, capturedAt, sortedAt: at = capturedAt } of later) {
      // A title other than the benchmark's may name a case that was measured alone.
      if (target) this.take(target.file, target.name, { results, at, isWhole: title === baseOf(target.name) });
    }
    if (later.length > 0) this.notify();
  }

  /** Replaces the results of a benchmark with those of its captures. Skips captures of other benchmarks. */
  replace(file: string, benchmark: string, captures: readonly Captured[]): void {
    this.pages.delete(benchmarkKey(file, benchmark));
    this.restore(captures.filter(({ target }) => target?.file === file && baseOf(target.name) === baseOf(benchmark)));
    this.notify();
  }

  clear(): void {
    this.pages.clear();
    inBackground(this.memento.update(CLEARED, Date.now()));
    this.notify();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  private take(file: string, benchmark: string, { results, at, isWhole }: Entry & { readonly isWhole: boolean }): void {
    const key = benchmarkKey(file, benchmark);
    const page: Page = this.pages.get(key) ?? { wholeAt: 0, entries: new Map() };
    if (at < page.wholeAt) return;
    const later = [...page.entries].filter(([, entry]) => entry.at > at);
    if (isWhole) page.entries.clear();
    for (const { key: result, results: group } of groupByName(results)) {
      if ((page.entries.get(result)?.at ?? 0) <= at) page.entries.set(result, { results: group, at });
    }
    if (isWhole) for (const [result, entry] of later) page.entries.set(result, entry);
    page.all = isWhole && later.length === 0 ? results : undefined;
    if (isWhole) page.wholeAt = at;
    this.pages.set(key, page);
  }

  private notify(): void {
    this.listeners.call();
  }
}

/** `BenchmarkX` of `BenchmarkX/case`. */
export function baseOf(name: string): string {
  return name.split('/')[0];
}

/** The same key for a benchmark and its cases. */
export function benchmarkKey(file: string, benchmark: string): string {
  return `${file}\0${baseOf(benchmark)}`;
}
