import * as vscode from 'vscode';

/**
 * Makes VS Code draw the sticky lines of an editor again. It does not do that when decorations change: sticky lines
 * would show old figures, and stay shifted by them, until other lines stick. It does so when the line numbers change,
 * so they are changed and changed back, before the editor is drawn.
 */
export function redrawStickyLines(editor: vscode.TextEditor): void {
  const { On, Off, Interval } = vscode.TextEditorLineNumbersStyle;
  const { document, options: { lineNumbers = Off }, visibleRanges } = editor;
  // Without line numbers, the code would jump by their width.
  if (lineNumbers === Off || (visibleRanges[0]?.start.line ?? 0) === 0) return;
  if (!vscode.workspace.getConfiguration('editor', document).get('stickyScroll.enabled', true)) return;
  editor.options = { lineNumbers: lineNumbers === On ? Interval : On };
  editor.options = { lineNumbers };
}
