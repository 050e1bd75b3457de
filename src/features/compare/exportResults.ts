import { homedir } from 'node:os';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { StandardExport } from '../../bench/comparison/answers';
import { commandLine } from '../../go/test/goTestArgs';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage, showSaveDialog } from '../../ui/window';

/** Writes compared results to a file of the user's choice, and says which command prints their tables. */
export async function exportResults({ text, flags }: StandardExport): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await showSaveDialog({
    title: 'Export Benchmark Results',
    saveLabel: 'Export',
    filters: { 'Benchmark results': ['txt'] },
    defaultUri: vscode.Uri.joinPath(folder, 'bench.txt'),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, text);
  const name = posix.basename(target.path);
  const command = commandLine(['benchstat', ...flags, name]);
  inBackground(showInformationMessage(`Exported to ${name}. This command prints the tables: ${command}`));
}
