import * as vscode from 'vscode';
import type { Run, Session } from '../session';
import { isAsCaptured, lineEdits, LineMap, lineMapFromTexts } from '../source/lines/movedLines';

/** A document's text as it was captured, and the way from its lines to the lines of today. */
export interface TrackedDocument {
  readonly capturedLines: readonly string[];
  readonly map: LineMap;
}

/**
 * Follows the lines of open documents while they are edited, from the moment of the active run's capture on.
 * A document that the run has no text of counts as captured when it is first seen.
 */
export class DocumentLines implements vscode.Disposable {
  /** Those of the active run: it stays the same capture while its profiles come one after the other. */
  private sources: Run['sources'] | undefined;
  private readonly tracked = new Map<string, TrackedDocument>();
  /** Outlives the open document, and with it all that was laid out over these very lines. */
  private readonly captured = new Map<string, { readonly text: string; readonly lines: readonly string[] }>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly session: Session) {
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument((event) => this.edit(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.tracked.delete(document.uri.toString())),
    ];
  }

  of(document: vscode.TextDocument): TrackedDocument {
    this.followRun();
    const key = document.uri.toString();
    const known = this.tracked.get(key);
    if (known) return known;
    const now = document.getText();
    const last = this.captured.get(key);
    const text = this.sources?.get(document.uri.fsPath) ?? last?.text ?? now;
    const captured = last?.text === text ? last : { text, lines: text.split(/\r\n|\r|\n/) };
    this.captured.set(key, captured);
    return this.keep(key, { capturedLines: captured.lines, map: lineMapFromTexts(text, now) });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private edit({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const known = this.tracked.get(key);
    if (!known || contentChanges.length === 0) return;
    const edits = lineEdits(contentChanges, (line) => (line < document.lineCount ? document.lineAt(line).text : ''));
    const edited = known.map.edit(edits);
    const lineNow = (line: number) => document.lineAt(line - 1).text;
    const isBack = isAsCaptured(known.capturedLines, edited, document.lineCount, lineNow);
    this.tracked.set(key, { ...known, map: isBack ? LineMap.unchanged : edited });
  }

  /** Another run has other captured texts: nothing tracked for the last one holds. */
  private followRun(): void {
    const sources = this.session.active?.run.sources;
    if (sources === this.sources) return;
    this.sources = sources;
    this.tracked.clear();
    this.captured.clear();
  }

  private keep(key: string, document: TrackedDocument): TrackedDocument {
    this.tracked.set(key, document);
    return document;
  }
}
