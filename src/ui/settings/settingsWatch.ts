import * as vscode from 'vscode';

type Schemas = Readonly<Record<string, object>>;

/**
 * Calls `check` when a setting of Linecost changes, and now if any is set at all, so that nothing is loaded for it in
 * a window with the default settings.
 */
export function watchSettings(schemas: Schemas, check: () => void): vscode.Disposable {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [undefined];
  const configurations = folders.map((folder) => vscode.workspace.getConfiguration(undefined, folder));
  const isSet = (name: string): boolean => configurations.some((settings) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(name) ?? {};
    return [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
  });
  if (Object.keys(schemas).some(isSet)) check();
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('linecost')) check();
  });
}
