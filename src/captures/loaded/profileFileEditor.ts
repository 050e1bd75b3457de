import * as vscode from 'vscode';

/** The type of Linecost's editor for files with the names of profiles. */
export const PROFILE_EDITOR = 'linecost.profile';
/** Its type for files of any name, which the user chooses. */
export const ANY_PROFILE_EDITOR = 'linecost.anyProfile';

/** Names of profiles; the same as in the selector of `linecost.profile` in package.json. */
const PROFILE_NAME = /\.(pprof|pb\.gz|prof|pgo|trace)$|\/trace\.out$/;

export function hasProfileName({ path }: vscode.Uri): boolean {
  return PROFILE_NAME.test(path);
}

/** Names of execution traces; an empty file with such a name is not a profile without samples. */
const TRACE_NAME = /\.trace$|\/trace\.out$/;

export function hasTraceName({ path }: vscode.Uri): boolean {
  return TRACE_NAME.test(path);
}

/** Whether other programs, such as Python's cProfile, write files with such names too. */
export function hasSharedExtension(uri: vscode.Uri): boolean {
  return uri.path.endsWith('.prof') || hasTraceName(uri);
}

/** Opens a profile file of any name in Linecost's editor: in its tab, if it has one. */
export async function openProfileFileEditor(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, viewTypeInTabs(uri) ?? viewTypeOf(uri));
}

function viewTypeInTabs(uri: vscode.Uri): string | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const input = inputs.find((each) => each instanceof vscode.TabInputCustom && `${each.uri}` === `${uri}`);
  return (input as vscode.TabInputCustom | undefined)?.viewType;
}

/** VS Code names the editor to the user only if it is registered for files of that name. */
function viewTypeOf(uri: vscode.Uri): string {
  // By its usual editor, a file of another program with this extension would be opened as text.
  return hasProfileName(uri) && !hasSharedExtension(uri) ? PROFILE_EDITOR : ANY_PROFILE_EDITOR;
}
