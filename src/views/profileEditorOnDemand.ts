import * as vscode from 'vscode';
import { onceLoaded } from '../workbench/onceLoaded';
import type { ProfileDocument, ProfileEditor } from './profileEditor';

/** The custom editor of profile files, loaded with the first file. */
export function profileEditorOnDemand(
  load: (filesAtStart: readonly string[]) => Promise<ProfileEditor>,
): vscode.CustomReadonlyEditorProvider<ProfileDocument> {
  // When the editor is loaded, the tabs include the file that the user has opened.
  const filesAtStart = filesInTabs();
  const editor = onceLoaded(() => load(filesAtStart));
  return {
    openCustomDocument: async (uri) => (await editor()).openCustomDocument(uri),
    resolveCustomEditor: async (document, panel) => (await editor()).resolveCustomEditor(document, panel),
  };
}

function filesInTabs(): string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [input.uri.toString()] : []));
}
