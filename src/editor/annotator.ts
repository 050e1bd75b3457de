import * as vscode from 'vscode';
import type { Asker } from '../engine/client';
import type { FileCosts } from '../profile/reports';
import type { Active, Session } from '../session';
import { costLines, mergeCosts, type CostLine } from './costLines';
import { CostDecorations, type ColumnStyle, type DocumentCosts } from './decorations';
import type { DocumentLines } from './documentLines';

/** Which of a profile's file names are this document. */
export type FindProfileFiles = (active: Active, document: vscode.TextDocument) => Promise<readonly string[]>;

interface Known {
  readonly active: Active;
  /** undefined: the document is not in the profile. */
  readonly costs: FileCosts | undefined;
}

/** Keeps the costs drawn in every visible editor whose file is in the active profile. */
export class Annotator implements vscode.Disposable {
  private readonly decorations = new CostDecorations();
  private readonly known = new Map<string, Known>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly redrawn = new vscode.EventEmitter<void>();
  /** Fires when the costs of some document became known or were dropped. */
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
  lineAt(document: vscode.TextDocument, line: number): { active: Active; costs: FileCosts; line: CostLine } | undefined {
    const known = this.current(document);
    if (!known?.costs) return undefined;
    const found = this.costLines(document, known.costs).find((candidate) => candidate.line === line);
    return found && { active: known.active, costs: known.costs, line: found };
  }

  /** Asks again for every file: a source was located, or the answer of where a name leads has changed. */
  refresh(): void {
    this.known.clear();
    this.sessionChanged();
  }

  dispose(): void {
    for (const editor of vscode.window.visibleTextEditors) this.decorations.clear(editor);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private sessionChanged(): void {
    const active = this.session.active;
    for (const [key, known] of this.known) if (known.active.run !== active?.run) this.known.delete(key);
    for (const editor of vscode.window.visibleTextEditors) {
      if (this.current(editor.document)?.active.run !== active?.run) this.decorations.clear(editor);
      void this.show(editor);
    }
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
      this.redrawn.fire();
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
    const drawn = known.costs && this.documentCosts(document, known.costs);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document !== document) continue;
      if (drawn && drawn.lines.length > 0) this.decorations.draw(editor, style, drawn);
      else this.decorations.clear(editor);
    }
  }

  private redrawAll(): void {
    for (const { document } of vscode.window.visibleTextEditors) this.redraw(document);
  }

  private documentCosts(document: vscode.TextDocument, costs: FileCosts): DocumentCosts {
    const { total, unit } = costs;
    return { lines: this.costLines(document, costs), total, unit, lineCount: document.lineCount };
  }

  private costLines(document: vscode.TextDocument, costs: FileCosts): CostLine[] {
    const { capturedLines, map } = this.lines.of(document);
    return costLines(costs, capturedLines, map);
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
