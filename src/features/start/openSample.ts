import { cp, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { tickStep } from '../../ui/walkthrough';
import { showOpenDialog } from '../../ui/window';

const WALKTHROUGH = 'linecost.linecost#start';
/** The benchmark that the walkthrough names. */
const BENCHMARK = 'BenchmarkTotal';
const FOLDER_NAME = 'linecost-sample';
const MAX_COPIES = 100;
/** Key in the extension's global state: the folder of a copied sample whose window has not opened yet. */
const OPENING = 'linecost.openingSample';

interface SampleParts {
  readonly extensionUri: vscode.Uri;
  readonly globalMemento: vscode.Memento;
}

/**
 * Copies the sample module to a folder that the user chooses, and opens the copy in a window, which then calls
 * `continueInSample`. Rejects with a system error.
 */
export async function openSample({ extensionUri, globalMemento }: SampleParts): Promise<void> {
  const [parent] = (await showOpenDialog({
    title: 'Linecost: Choose a Folder for the Sample',
    openLabel: 'Copy Sample Here',
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: vscode.Uri.file(homedir()),
  })) ?? [];
  if (!parent) return;
  const folder = await newFolder(parent.fsPath);
  const sample = vscode.Uri.joinPath(extensionUri, 'dist', 'sample').fsPath;
  await cp(sample, folder, { recursive: true });
  await globalMemento.update(OPENING, folder);
  const isWindowInUse = (vscode.workspace.workspaceFolders ?? []).length > 0;
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), { forceNewWindow: isWindowInUse });
}

/** Opens the walkthrough beside the sample's benchmarks, if this window was opened for the sample. */
export async function continueInSample(globalMemento: vscode.Memento): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!folder || folder.fsPath !== globalMemento.get(OPENING)) return;
  await globalMemento.update(OPENING, undefined);
  const benchmarks = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'sample_test.go'));
  const start = benchmarks.positionAt(Math.max(benchmarks.getText().indexOf(`func ${BENCHMARK}(`), 0));
  const selection = new vscode.Selection(start, start);
  await vscode.window.showTextDocument(benchmarks, { preview: false, selection });
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, true);
  // VS Code ignores a step whose context is set before the walkthrough is open.
  tickStep('sample');
}

/** Creates `linecost-sample`, or `linecost-sample-2` if that exists, and so on. */
async function newFolder(parent: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const folder = join(parent, copy === 1 ? FOLDER_NAME : `${FOLDER_NAME}-${copy}`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || copy === MAX_COPIES) throw error;
    }
  }
}
