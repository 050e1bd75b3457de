import * as vscode from 'vscode';
import { mayBeProfileFile } from '../../captures/loaded/profileBeginning';

interface ContributedEditor {
  readonly viewType?: string;
  readonly priority?: string;
  readonly selector?: readonly { readonly filenamePattern?: string }[];
}

/**
 * Opens a file that is not a profile in the editor that VS Code would use without Linecost, in place of Linecost's tab.
 * Resolves to false if the file may be a profile, or if it has no tab of its own, as in a diff editor.
 */
export async function openInOtherEditor(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<boolean> {
  if (await mayBeProfileFile(uri)) return false;
  const { viewType, viewColumn, active } = panel;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => (group.viewColumn === viewColumn ? group.tabs : []));
  const tab = tabs.find(({ input }) => {
    return input instanceof vscode.TabInputCustom && input.viewType === viewType && `${input.uri}` === `${uri}`;
  });
  if (!tab) return false;
  const options = { viewColumn, preserveFocus: !active, preview: tab.isPreview };
  await vscode.commands.executeCommand('vscode.openWith', uri, otherEditor(uri.path) ?? 'default', options);
  panel.dispose();
  return true;
}

/** The view type of another extension's default editor for this file name extension. */
function otherEditor(path: string): string | undefined {
  const editors = vscode.extensions.all.flatMap(({ packageJSON }) => {
    const { contributes } = packageJSON as { contributes?: { customEditors?: readonly ContributedEditor[] } };
    return contributes?.customEditors ?? [];
  });
  return editors.find(({ viewType, priority = 'default', selector = [] }) => {
    const isFor = selector.some(({ filenamePattern = '' }) => /^\*\.\w+$/.test(filenamePattern) && path.endsWith(filenamePattern.slice(1)));
    return priority === 'default' && isFor && !viewType?.startsWith('linecost.');
  })?.viewType;
}
