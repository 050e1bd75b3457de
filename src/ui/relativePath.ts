import { posix } from 'node:path';
import * as vscode from 'vscode';
import { uniqueTail } from './uniqueTail';

/**
 * The path of a file in the workspace, as VS Code shows it. In a window with two folders of one name, the path begins
 * with as many of the folders above them as tell them apart.
 */
export function relativePath(uri: vscode.Uri): string {
  const shown = vscode.workspace.asRelativePath(uri);
  const { workspaceFolders: folders = [] } = vscode.workspace;
  const own = folders.length > 1 ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  const namesakes = folders.filter(({ name, index }) => name === own?.name && index !== own.index);
  if (!own || namesakes.length === 0) return shown;
  const tail = uniqueTail(own.uri.path, namesakes.map(({ uri: { path } }) => path));
  return posix.join(tail, posix.relative(own.uri.path, uri.path));
}
