import * as vscode from 'vscode';
import { mayBeProfileFile } from '../../captures/loaded/profileBeginning';
import { PROFILE_EDITOR } from '../../captures/loaded/profileFileEditor';
import { profilesOpenedAsText } from '../../captures/loaded/profilesOpenedAsText';

/** Reopens as flame graphs the profiles that VS Code opened as text, unless the user chose an editor for them. */
export async function reopenAsFlameGraph(): Promise<void> {
  const associated = Object.keys(vscode.workspace.getConfiguration('workbench').get<object>('editorAssociations', {}));
  for (const { tab, uri, viewColumn } of profilesOpenedAsText()) {
    if (associated.some((pattern) => uri.path.endsWith(pattern.replace(/^.*\*/, '')))) continue;
    if (!(await mayBeProfileFile(uri))) continue;
    await vscode.commands.executeCommand('vscode.openWith', uri, PROFILE_EDITOR, { viewColumn, preserveFocus: true });
    await vscode.window.tabGroups.close(tab, true);
  }
}
