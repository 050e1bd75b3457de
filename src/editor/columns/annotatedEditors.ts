import type * as vscode from 'vscode';
import { isFile } from '../../ui/fileUri';

/**
 * Whether an editor fills a tab: only such editors have a view column. In one side of a diff or in a peek view, costs
 * would shift only a part of the code.
 */
export function isWholeEditor({ viewColumn }: vscode.TextEditor): boolean {
  return viewColumn !== undefined;
}

export function isAnnotatable({ uri }: vscode.TextDocument): boolean {
  return isFile(uri);
}
