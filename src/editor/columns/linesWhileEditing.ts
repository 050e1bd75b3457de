import * as vscode from 'vscode';
import type { Capture } from '../../captures/loadedCapture';
import type { Session } from '../../captures/session';
import { isRestored, lineEdits } from '../../sources/lineMatching/lineEdits';
import { lineMapFromLines } from '../../sources/lineMatching/matchLines';
import { LineMap } from '../../sources/lineMatching/lineMap';
import { splitLines } from '../../profile/common/textLines';
import { pathOf } from '../../ui/fileUri';

/** A document's captured text, and the map from its lines to the current lines. */
export interface TrackedDocument {
  readonly capturedLines: readonly string[];
  readonly map: LineMap;
}

interface CapturedText {
  readonly text: string;
  readonly lines: readonly string[];
}

/**
 * Tracks where the captured lines of open documents are now, while they are edited. If the active capture has no text
 * of a document, its text when first seen counts as captured.
 */
export class LinesWhileEditing implements vscode.Disposable {
  /** The active capture's sources. The object stays the same while profiles are added to the capture. */
  private sources: Capture['sources'] | undefined;
  private readonly tracked = new Map<string, TrackedDocument>();
  /** Kept when a document is closed, so that costs arranged by these lines can be reused. */
  private readonly captured = new Map<string, CapturedText>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly session: Session) {
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument((event) => this.edit(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.tracked.delete(document.uri.toString())),
    ];
  }

  of(document: vscode.TextDocument): TrackedDocument {
    this.followCapture();
    const key = document.uri.toString();
    const existing = this.tracked.get(key);
    if (existing) return existing;
    const now = document.getText();
    const last = this.captured.get(key);
    const text = this.sources?.get(pathOf(document.uri)) ?? last?.text ?? now;
    const captured = last?.text === text ? last : { text, lines: splitLines(text) };
    this.captured.set(key, captured);
    return this.track(key, { capturedLines: captured.lines, map: mapOf(captured, now) });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private edit({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const existing = this.tracked.get(key);
    if (!existing || contentChanges.length === 0) return;
    if (contentChanges.some(replacesLines)) {
      this.tracked.set(key, { ...existing, map: mapOf(this.captured.get(key)!, document.getText()) });
      return;
    }
    const edits = lineEdits(contentChanges, (line) => (line < document.lineCount ? document.lineAt(line).text : ''));
    const edited = existing.map.edit(edits);
    const lineNow = (line: number) => document.lineAt(line - 1).text;
    const isOriginalText = isRestored(existing.capturedLines, edited, document.lineCount, lineNow);
    this.tracked.set(key, { ...existing, map: isOriginalText ? LineMap.unchanged : edited });
  }

  /** Drops everything when another capture becomes active, because it has other texts. */
  private followCapture(): void {
    const sources = this.session.active?.capture.sources;
    if (sources === this.sources) return;
    this.sources = sources;
    this.tracked.clear();
    this.captured.clear();
  }

  private track(key: string, document: TrackedDocument): TrackedDocument {
    this.tracked.set(key, document);
    return document;
  }
}

function mapOf({ text, lines }: CapturedText, now: string): LineMap {
  return text === now ? LineMap.unchanged : lineMapFromLines(lines, splitLines(now));
}

/**
 * Whether a change replaces whole lines by other lines. When git or a formatter has changed a file, VS Code replaces
 * all lines between the first and the last difference; only a diff shows which of them are new.
 */
function replacesLines({ range: { start, end }, text }: vscode.TextDocumentContentChangeEvent): boolean {
  const isReplaced = start.line !== end.line || start.character !== end.character;
  return isReplaced && text !== '' && (start.line !== end.line || /[\r\n]/.test(text));
}
