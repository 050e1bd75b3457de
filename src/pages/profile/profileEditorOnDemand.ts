import * as vscode from 'vscode';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { onceLoaded } from '../../ui/onceLoaded';
import { ANY_PROFILE_EDITOR, PROFILE_EDITOR } from '../../captures/loaded/profileFileEditor';
import type { ProfilePanel } from './profilePanel';
import type { HotLinesView } from '../../views/hotLines/hotLinesView';
import type { ProfileDocument, ProfileEditor, ProfileFiles } from './profileEditor';

interface FilesParts extends Pick<ProfileFiles, 'session' | 'restoreOnce' | 'editors' | 'openInOtherEditor'> {
  readonly captures: LoadedCaptures;
  readonly panel: ProfilePanel;
  readonly hotLines: HotLinesView;
}

/** What the editor of profile files uses of the extension's parts. */
export function profileFiles({ captures, panel, hotLines, ...parts }: FilesParts): ProfileFiles {
  return {
    ...parts,
    open: (...opened) => captures.files.open(...opened),
    close: (capture) => captures.files.close(capture),
    isPanelVisible: () => panel.visibleIn !== undefined,
    openHottest: (column) => hotLines.with((view) => view.openHottest(column)),
  };
}

/** Registers the editor for files with the names of profiles, and for files of any name by "Open With…". */
export function registerProfileEditor(
  editor: vscode.CustomReadonlyEditorProvider<ProfileDocument>,
): vscode.Disposable[] {
  const options = { supportsMultipleEditorsPerDocument: true };
  return [PROFILE_EDITOR, ANY_PROFILE_EDITOR].map((type) => {
    return vscode.window.registerCustomEditorProvider(type, editor, options);
  });
}

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
