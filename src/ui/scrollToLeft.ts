import * as vscode from 'vscode';

/** More columns than any editor is scrolled to the right. */
const MAX_COLUMNS = 100_000;

/**
 * Scrolls the active editor to the left edge, where the costs are. Revealing a range scrolls left no further than to
 * the range, and would cut off the costs in front of the code. Does nothing if another editor is active.
 */
export async function scrollToLeft(editor: vscode.TextEditor): Promise<void> {
  if (vscode.window.activeTextEditor !== editor) return;
  await vscode.commands.executeCommand('editorScroll', { to: 'left', by: 'column', value: MAX_COLUMNS });
}
