import * as vscode from 'vscode';
import { hasProfileName } from './profileFileEditor';

/** The active text tab of an editor group. */
export interface TextTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  readonly viewColumn: vscode.ViewColumn;
}

/**
 * Active tabs of profiles that VS Code opened as text, because the user clicked before the extension's editors were
 * registered. Such a tab only says that the file is binary. Tabs that do show text are left out.
 */
export function profilesOpenedAsText(): TextTab[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab: tab, viewColumn }) => {
    if (!(tab?.input instanceof vscode.TabInputText)) return [];
    const { uri } = tab.input;
    const isShown = vscode.workspace.textDocuments.some((document) => `${document.uri}` === `${uri}`);
    return hasProfileName(uri) && !isShown ? [{ tab, uri, viewColumn }] : [];
  });
}
