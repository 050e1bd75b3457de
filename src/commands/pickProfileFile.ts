import * as vscode from 'vscode';
import { showOpenDialog } from '../workbench/window';

const FILTERS = { 'pprof profiles': ['pprof', 'gz', 'prof', 'pgo', 'out'], 'All files': ['*'] };

/** Asks for a profile file and shows it. */
export async function openProfileFile(): Promise<void> {
  const chosen = await pickProfileFile('Open Profile File');
  if (chosen) await vscode.commands.executeCommand('vscode.openWith', chosen, 'linecost.anyProfile');
}

/** Asks for a profile file. undefined if the user cancelled. */
export async function pickProfileFile(title: string): Promise<vscode.Uri | undefined> {
  return (await showOpenDialog({ title, filters: FILTERS }))?.[0];
}
