import * as vscode from 'vscode';

export interface Location {
  /** Absolute path. */
  readonly file: string;
  /** 1-based. 0: no line is known. */
  readonly line: number;
  /** 1-based. */
  readonly column?: number;
}

/**
 * Opens the file in an editor group that shows text, so that a panel stays in view, and puts the cursor on the line.
 * `beside`: the column of the panel that must not be covered.
 */
export async function openLocation({ file, line, column = 1 }: Location, beside?: vscode.ViewColumn): Promise<void> {
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  const editor = await vscode.window.showTextDocument(document, { viewColumn: columnFor(document, beside) });
  const start = document.validatePosition(at);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function columnFor(document: vscode.TextDocument, beside: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const texts = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn && viewColumn !== beside);
  const same = texts.find((editor) => editor.document.uri.toString() === document.uri.toString());
  const column = (same ?? texts[0])?.viewColumn;
  if (column) return column;
  if (beside === undefined) return vscode.ViewColumn.Active;
  return beside === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
}
