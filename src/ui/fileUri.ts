import * as vscode from 'vscode';
import { posix } from 'node:path';
import { uniqueTail } from './fileNames';

/**
 * The path of a document: on this machine's disk, or below a workspace folder that another program serves, such as a
 * repository on vscode.dev. `uriOf` turns it back into a URI.
 */
export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.path;
}

export function uriOf(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme !== 'file' && isBelow(path, uri.path));
  return folder ? folder.uri.with({ path }) : vscode.Uri.file(path);
}

/** Whether a document is a file, on this machine's disk or in a workspace folder. */
export function isFile(uri: vscode.Uri): boolean {
  if (uri.scheme === 'file' || uri.scheme === 'vscode-remote') return true;
  return vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme === uri.scheme) ?? false;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

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
