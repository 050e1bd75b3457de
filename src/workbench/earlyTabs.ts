import * as vscode from 'vscode';

/** The endings of what `linecost.profile` opens, as package.json has them. */
const ENDINGS = ['.pprof', '.pb.gz', '.prof', '.pgo'];

/**
 * Opens flame graphs in place of profiles that VS Code took for texts. It does so with a file that is clicked before it
 * knows the editors of extensions, and then says only that the file is binary. What is shown as a text stays.
 */
export async function reopenEarlyProfiles(): Promise<void> {
  for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
    if (!(activeTab?.input instanceof vscode.TabInputText)) continue;
    const { uri } = activeTab.input;
    if (!isOurs(uri) || vscode.workspace.textDocuments.some((document) => document.uri.toString() === `${uri}`)) continue;
    await vscode.commands.executeCommand('vscode.openWith', uri, 'linecost.profile', { viewColumn, preserveFocus: true });
    await vscode.window.tabGroups.close(activeTab, true);
  }
}

/** Unless the user chose an editor for such files. */
function isOurs({ path }: vscode.Uri): boolean {
  const ending = ENDINGS.find((each) => path.endsWith(each));
  const chosen = vscode.workspace.getConfiguration('workbench').get<object>('editorAssociations', {});
  return ending !== undefined && !Object.keys(chosen).some((pattern) => pattern.endsWith(ending));
}
