import * as vscode from 'vscode';
import { mayBeProfileFile } from '../workbench/profileBeginning';
import { profilesOpenedAsText } from '../workbench/profilesOpenedAsText';

/** Reopens profiles that VS Code opened as text as flame graphs, unless the user chose an editor for them. */
export async function reopenAsFlameGraph(): Promise<void> {
  const chosen = Object.keys(vscode.workspace.getConfiguration('workbench').get<object>('editorAssociations', {}));
  for (const { tab, uri, viewColumn } of profilesOpenedAsText()) {
    if (chosen.some((pattern) => uri.path.endsWith(pattern.replace(/^.*\*/, '')))) continue;
    if (!(await mayBeProfileFile(uri))) continue;
    await vscode.commands.executeCommand('vscode.openWith', uri, 'linecost.profile', { viewColumn, preserveFocus: true });
    await vscode.window.tabGroups.close(tab, true);
  }
}
