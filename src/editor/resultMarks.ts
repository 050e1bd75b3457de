import * as vscode from 'vscode';
import { formatResult } from '../bench/parse';
import type { ResultBook } from '../workbench/resultBook';
import { benchmarksOf } from './benchmarks';
import { type PlacedResults, placeResults } from './subResults';

const NBSP = '\u00a0';

/** Where the results of each benchmark of a document stand now, by the benchmark's name. */
export function placedResults(document: vscode.TextDocument, book: ResultBook): Map<string, PlacedResults> {
  const { fsPath } = document.uri;
  if (!book.has(fsPath)) return new Map();
  const lines = document.getText().split(/\r\n|\r|\n/);
  return new Map(
    benchmarksOf(document).map(({ name, line, endLine }) => {
      const results = book.of(fsPath, name);
      return [name, placeResults(results, lines, { from: line, to: endLine })];
    }),
  );
}

/** Results of sub-benchmarks behind the `b.Run` that they come from, or below it. */
export class ResultMarks implements vscode.Disposable {
  private readonly type = vscode.window.createTextEditorDecorationType({
    after: { margin: '0 0 0 3ch', color: new vscode.ThemeColor('editorCodeLens.foreground') },
  });
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly book: ResultBook) {
    const drawAll = () => vscode.window.visibleTextEditors.forEach((editor) => this.draw(editor));
    this.subscriptions = [
      this.type,
      book.onDidChange(drawAll),
      vscode.window.onDidChangeVisibleTextEditors(drawAll),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (!document.fileName.endsWith('_test.go')) return;
    if (!this.book.has(document.uri.fsPath)) return editor.setDecorations(this.type, []);
    const placed = [...placedResults(document, this.book).values()].flatMap(({ atLines }) => atLines);
    const marks = placed.map(({ line, subName, isNamedThere, results }) => ({
      range: document.lineAt(line - 1).range.with(document.lineAt(line - 1).range.end),
      renderOptions: {
        after: { contentText: `${isNamedThere ? '' : `${subName}: `}${formatResult(results)}`.replace(/ /g, NBSP) },
      },
    }));
    editor.setDecorations(this.type, marks);
  }
}
