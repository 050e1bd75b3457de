import * as vscode from 'vscode';
import { HEAT_COLORS, signedHeatColor } from './heat';
import { CUM_COLUMN, FLAT_COLUMN, type ListRow } from './instructionList';

export const INSTRUCTIONS_SCHEME = 'linecost-instructions';

export interface InstructionList {
  readonly rows: readonly ListRow[];
  /** What figures are shares of. */
  readonly total: number;
}

/** Lists of instructions as documents to read, with the costs lit. */
export class InstructionDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly lists = new Map<string, InstructionList>();
  private made = 0;
  private readonly dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.6' });
  private readonly headings = vscode.window.createTextEditorDecorationType({
    color: new vscode.ThemeColor('descriptionForeground'),
  });
  /** By theme colour. */
  private readonly heat = new Map(
    [...HEAT_COLORS.grown, ...HEAT_COLORS.shrunk].map((color) => {
      const backgroundColor = new vscode.ThemeColor(color);
      return [color, vscode.window.createTextEditorDecorationType({ backgroundColor })];
    }),
  );
  private readonly subscriptions = [
    vscode.workspace.registerTextDocumentContentProvider(INSTRUCTIONS_SCHEME, this),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.draw(editor))),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.lists.delete(uri.toString())),
  ];

  /** A document of its own for a list. */
  add(title: string, list: InstructionList): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: INSTRUCTIONS_SCHEME, path: `/${title}`, query: String(++this.made) });
    this.lists.set(uri.toString(), list);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const list = this.lists.get(uri.toString());
    if (!list) return 'These instructions are gone with the window that showed them: ask for them again.\n';
    return list.rows.map(({ text }) => `${text}\n`).join('');
  }

  dispose(): void {
    for (const each of [...this.subscriptions, this.dimmed, this.headings, ...this.heat.values()]) each.dispose();
  }

  private draw(editor: vscode.TextEditor): void {
    const list = this.lists.get(editor.document.uri.toString());
    if (!list) return;
    const rowsOf = (...kinds: readonly ListRow['kind'][]) =>
      list.rows.flatMap(({ kind }, row) => (kinds.includes(kind) ? [editor.document.lineAt(row).range] : []));
    editor.setDecorations(this.dimmed, rowsOf('neighbour', 'gap'));
    editor.setDecorations(this.headings, rowsOf('heading'));
    for (const [color, type] of this.heat) editor.setDecorations(type, figuresOf(list, color));
  }
}

/** Where figures of a colour stand. */
function figuresOf({ rows, total }: InstructionList, color: string): vscode.Range[] {
  return rows.flatMap(({ flat = 0, cum = 0 }, row) => {
    const figures = [[flat, FLAT_COLUMN], [cum, CUM_COLUMN]] as const;
    return figures
      .filter(([value]) => signedHeatColor(value, total) === color)
      .map(([, [from, to]]) => new vscode.Range(row, from, row, to));
  });
}
