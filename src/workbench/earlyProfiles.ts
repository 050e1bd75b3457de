import * as vscode from 'vscode';

/** A tab in front that VS Code opened as a text. */
export interface EarlyTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  readonly viewColumn: vscode.ViewColumn;
}

/**
 * Profiles that VS Code took for texts: it does so with a file that is clicked before it knows the editors of
 * extensions, and then says only that the file is binary. What is shown as a text is none of them.
 */
export function earlyProfiles(): EarlyTab[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab: tab, viewColumn }) => {
    if (!(tab?.input instanceof vscode.TabInputText)) return [];
    const { uri } = tab.input;
    // As package.json has it for `linecost.profile`.
    const isProfile = /\.(pprof|pb\.gz|prof|pgo)$/.test(uri.path);
    const isShown = vscode.workspace.textDocuments.some((document) => `${document.uri}` === `${uri}`);
    return isProfile && !isShown ? [{ tab, uri, viewColumn }] : [];
  });
}
