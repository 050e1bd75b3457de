import * as vscode from 'vscode';
import type { Asker } from '../engine/client';
import type { FileCosts } from '../profile/reports';
import type { Active, Session } from '../session';
import { type CapturedCost, capturedCosts, costLines, type CostLine, isDrawnAlike, mergeCosts } from './costLines';
import { CostDecorations, type ColumnStyle, type DocumentCosts } from './decorations';
import type { DocumentLines } from './documentLines';

/** Which of a profile's file names are this document. */
export type FindProfileFiles = (active: Active, document: vscode.TextDocument) => Promise<readonly string[]>;

interface Known {
  readonly active: Active;
  /** undefined: the document is not in the profile. */
  readonly costs: FileCosts | undefined;
  /** The costs as laid out over the captured text. */
  captured?: { readonly lines: readonly string[]; readonly costs: readonly CapturedCost[] };
}

/** A line with its costs, and what they are part of. */
export interface AnnotatedLine {
  readonly active: Active;
  readonly costs: FileCosts;
  readonly line: CostLine;
}

/** Keeps the costs drawn in every visible editor whose file is in the active profile. */
export class Annotator implements vscode.Disposable {
  private readonly decorations = new CostDecorations();
  private readonly known = new Map<string, Known>();
  private readonly drawn = new WeakMap<vscode.TextEditor, { style: ColumnStyle; costs: DocumentCosts }>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly redrawn = new vscode.EventEmitter<void>();
  /** Fires when other costs were drawn into some document, or none any more. */
  readonly onDidRedraw = this.redrawn.event;

  constructor(
    private readonly session: Session,
    private readonly engine: Asker,
    private readonly lines: DocumentLines,
    private readonly findFiles: FindProfileFiles,
  ) {
    this.subscriptions = [
      this.decorations,
      this.redrawn,
      this.session.onDidChange(() => this.sessionChanged()),
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => void this.show(editor))),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.redraw(document);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('linecost.columns')) this.redrawAll();
      }),
    ];
    this.sessionChanged();
  }

  /** The costs of a document's line as it stands now, for the hover. */
  lineAt(document: vscode.TextDocument, line: number): AnnotatedLine | undefined {
    const known = this.current(document);
    if (!known?.costs) return undefined;
    const found = this.costLines(document, known).find((candidate) => candidate.line === line);
    return found && { active: known.active, costs: known.costs, line: found };
  }

  /** Asks again for every file: a source was located, or the answer of where a name leads has changed. */
  refresh(): void {
    this.known.clear();
    this.sessionChanged();
  }

  dispose(): void {
    for (const editor of vscode.window.visibleTextEditors) this.clear(editor);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private sessionChanged(): void {
    const active = this.session.active;
    for (const [key, known] of this.known) if (known.active.run !== active?.run) this.known.delete(key);
    for (const editor of vscode.window.visibleTextEditors) {
      if (!this.current(editor.document)) this.clear(editor);
      void this.show(editor);
    }
    if (!active) this.redrawn.fire();
  }

  /** Draws at once what is known, so that a tab switch does not make the text jump, and asks for the rest. */
  private async show(editor: vscode.TextEditor): Promise<void> {
    const active = this.session.active;
    const { document } = editor;
    if (!active || !isAnnotatable(document)) return;
    if (this.known.get(keyOf(document))?.active !== active) {
      const costs = await this.ask(active, document);
      if (this.session.active !== active) return;
      this.known.set(keyOf(document), { active, costs });
      this.redraw(document);
      this.redrawn.fire();
      return;
    }
    this.redraw(document);
  }

  private async ask(active: Active, document: vscode.TextDocument): Promise<FileCosts | undefined> {
    const files = await this.findFiles(active, document);
    if (files.length === 0) return undefined;
    const { profile, sampleType } = active;
    try {
      return mergeCosts(await this.engine.ask('fileCosts', { profile: profile.summary.id, sampleType, files }));
    } catch {
      // The profile was unloaded meanwhile; the session says so to everybody.
      return undefined;
    }
  }

  private redraw(document: vscode.TextDocument): void {
    const known = this.current(document);
    if (!known) return;
    const style = styleSetting(document);
    const costs = this.documentCosts(document, known);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document !== document) continue;
      if (costs) this.draw(editor, style, costs);
      else this.clear(editor);
    }
  }

  /** Typing inside of a line moves nothing: VS Code carries what is drawn along. */
  private draw(editor: vscode.TextEditor, style: ColumnStyle, costs: DocumentCosts): void {
    const last = this.drawn.get(editor);
    this.drawn.set(editor, { style, costs });
    const isSame =
      last?.style === style &&
      last.costs.of === costs.of &&
      last.costs.lineCount === costs.lineCount &&
      isDrawnAlike(last.costs.lines, costs.lines);
    if (!isSame) this.decorations.draw(editor, style, costs);
  }

  private clear(editor: vscode.TextEditor): void {
    this.drawn.delete(editor);
    this.decorations.clear(editor);
  }

  private redrawAll(): void {
    for (const { document } of vscode.window.visibleTextEditors) this.redraw(document);
  }

  private documentCosts(document: vscode.TextDocument, known: Known): DocumentCosts | undefined {
    if (!known.costs) return undefined;
    const lines = this.costLines(document, known);
    const { total, unit } = known.costs;
    return lines.length > 0 ? { of: known.costs, lines, total, unit, lineCount: document.lineCount } : undefined;
  }

  private costLines(document: vscode.TextDocument, known: Known): CostLine[] {
    const { capturedLines, map } = this.lines.of(document);
    if (known.captured?.lines !== capturedLines) {
      known.captured = { lines: capturedLines, costs: known.costs ? capturedCosts(known.costs, capturedLines) : [] };
    }
    return costLines(known.captured.costs, map);
  }

  private current(document: vscode.TextDocument): Known | undefined {
    return this.known.get(keyOf(document));
  }
}

function keyOf(document: vscode.TextDocument): string {
  return document.uri.toString();
}

function isAnnotatable({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'file' || uri.scheme === 'vscode-remote';
}

function styleSetting(document: vscode.TextDocument): ColumnStyle {
  return vscode.workspace.getConfiguration('linecost.columns', document).get<ColumnStyle>('style', 'columns');
}
