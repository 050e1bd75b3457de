import * as vscode from 'vscode';
import { formatResult } from '../bench/parse';
import type { TestFunction } from '../capture/contracts';
import type { ResultBook } from '../workbench/resultBook';
import { benchmarksOf } from './benchmarks';
import { LensRequests } from './lensRequests';
import { placedResults } from './resultMarks';
import type { NamedResults } from './subResults';

/** Results that stand at the benchmark itself; the rest is one click away in a list. */
const SHOWN_RESULTS = 1;

/** Above each benchmark: profile it, profile it with options, and the result of the last run. */
export class BenchmarkLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly requests = new LensRequests(visibleTests, () => this.changed.fire());
  private readonly subscriptions: vscode.Disposable[];
  readonly onDidChangeCodeLenses = this.changed.event;

  /** `moved`: the code was shifted aside; VS Code places lenses anew only when they change. */
  constructor(
    private readonly results: ResultBook,
    moved: vscode.Event<void>,
  ) {
    this.subscriptions = [
      this.changed,
      this.requests,
      moved(() => this.refresh()),
      results.onDidChange(() => this.refresh()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.refresh()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.requests.watch()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isTest(document) && this.requests.watch()),
    ];
    this.requests.watch();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    this.requests.note(document);
    if (!vscode.workspace.isTrusted || !isTest(document)) return [];
    const placed = placedResults(document, this.results);
    return benchmarksOf(document).flatMap((benchmark) => {
      return this.lensesOf(document, benchmark, placed.get(benchmark.name)?.atBenchmark ?? []);
    });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private refresh(): void {
    this.requests.changed();
    this.changed.fire();
  }

  private lensesOf(
    document: vscode.TextDocument,
    { name, line }: TestFunction,
    results: readonly NamedResults[],
  ): vscode.CodeLens[] {
    const range = new vscode.Range(line - 1, 0, line - 1, 0);
    const lens = (title: string, command: string, tooltip: string) =>
      new vscode.CodeLens(range, { title, command, tooltip, arguments: [document.uri, name] });
    return [
      lens('$(flame) profile this benchmark', 'linecost.profileBenchmark', `Run ${name} and show what each line costs`),
      lens('options…', 'linecost.profileBenchmarkWithOptions', `Choose kinds, benchtime and count for ${name}`),
      ...this.resultLenses(results, lens),
    ];
  }

  private resultLenses(
    results: readonly NamedResults[],
    lens: (title: string, command: string, tooltip: string) => vscode.CodeLens,
  ): vscode.CodeLens[] {
    const titles = results.map(resultTitle);
    const lenses = titles.slice(0, SHOWN_RESULTS).map((title) => lens(title, 'linecost.showResults', 'All results'));
    const more = titles.length - SHOWN_RESULTS;
    if (more > 0) lenses.push(lens(`${more} more…`, 'linecost.showResults', 'All results'));
    return lenses;
  }
}

function visibleTests(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(isTest);
}

function isTest({ fileName }: vscode.TextDocument): boolean {
  return fileName.endsWith('_test.go');
}

/** `312.4 ns/op  53 B/op  2 allocs/op`, with the sub-benchmark's name in front where there is one. */
export function resultTitle({ subName, results }: NamedResults): string {
  return subName ? `${subName}: ${formatResult(results)}` : formatResult(results);
}
