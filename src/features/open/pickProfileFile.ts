import type * as vscode from 'vscode';
import { openProfileFileEditor } from '../../captures/loaded/profileFileEditor';
import { showOpenDialog } from '../../ui/window';

const FILTERS = { 'Profiles and traces': ['pprof', 'gz', 'prof', 'pgo', 'out', 'trace'], 'All files': ['*'] };

/** Shows a profile file, which it asks for unless it is given. */
export async function openProfileFile(given?: vscode.Uri): Promise<void> {
  const chosen = given ?? (await pickProfileFile('Open Profile File'));
  if (chosen) await openProfileFileEditor(chosen);
}

/** Asks for a profile file. undefined if the user cancelled. */
export async function pickProfileFile(title: string): Promise<vscode.Uri | undefined> {
  return (await showOpenDialog({ title, filters: FILTERS }))?.[0];
}
