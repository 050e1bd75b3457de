import * as vscode from 'vscode';
import type { ColumnStyles } from '../../styles/columnStyles';
import { isWrapped } from '../../styles/wordWrap';

/**
 * Toggles the word wrap of the active editor as VS Code does, and draws its costs accordingly: VS Code does not tell
 * extensions whether an editor is wrapped, except in the condition of a key.
 * @param isOn whether lines are wrapped afterwards
 */
export async function toggleWordWrap(isOn: boolean, styles: ColumnStyles): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  await vscode.commands.executeCommand('editor.action.toggleWordWrap');
  // A second toggle lets the setting decide again.
  if (document) styles.setWrapped(document, isOn === isWrapped(document) ? undefined : isOn);
}
