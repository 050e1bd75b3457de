import { posix } from 'node:path';
import * as vscode from 'vscode';
import { fileNameOf } from './fileNames';
import { inBackground } from './inBackground';
import { showErrorMessage, showInformationMessage, showSaveDialog } from './window';

/**
 * Asks for a file and saves a picture there.
 * @param name the name of the picture, for the dialog's title and the default file name
 * @param home the folder that the dialog shows if no folder is open
 */
export async function saveSvg(name: string, svg: string, home?: string): Promise<void> {
  const homeFolder = home === undefined ? undefined : vscode.Uri.file(home);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? homeFolder;
  const target = await showSaveDialog({
    title: `Save ${name}`,
    saveLabel: 'Save',
    filters: { SVG: ['svg'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileNameOf(name, 'svg')) }),
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
    inBackground(tellExported(target));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    inBackground(showErrorMessage(`The picture could not be saved: ${reason}`));
  }
}

async function tellExported(target: vscode.Uri): Promise<void> {
  const chosen = await showInformationMessage(`Exported to ${posix.basename(target.path)}.`, 'Open');
  if (chosen) await vscode.commands.executeCommand('vscode.open', target);
}
