import type * as vscode from 'vscode';
import { showOpenDialog } from '../workbench/window';

const FILTERS = { 'pprof profiles': ['pprof', 'gz', 'prof', 'pgo', 'out'], 'All files': ['*'] };

/** Asks for a profile file. undefined if the user cancelled. */
export async function pickProfileFile(title: string): Promise<vscode.Uri | undefined> {
  return (await showOpenDialog({ title, filters: FILTERS }))?.[0];
}
