import { posix } from 'node:path';
import * as vscode from 'vscode';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage } from '../../ui/window';
import { askTarget } from '../export/exportProfile';
import { startGoTool } from '../export/goToolTerminal';

/** Offers to save a fetched execution trace, and to open it in `go tool trace`. */
export function offerTrace({ name, trace }: { readonly name: string; readonly trace: Uint8Array }): void {
  const size = trace.length < 1e6 ? `${Math.ceil(trace.length / 1e3)} kB` : `${(trace.length / 1e6).toFixed(1)} MB`;
  const message = `${name} is an execution trace (${size}), which Linecost does not show. go tool trace does.`;
  const [open, save] = ['Save and Open in go tool trace…', 'Save…'];
  const offer = async (): Promise<void> => {
    const chosen = await showInformationMessage(message, open, save);
    if (chosen === undefined) return;
    const target = await askTarget({ title: `Save ${name}`, saveLabel: 'Save', name, extension: 'out' });
    if (!target) return;
    await vscode.workspace.fs.writeFile(target, trace);
    if (chosen === open && target.scheme === 'file') startTrace(target);
  };
  inBackground(offer());
}

function startTrace(target: vscode.Uri): void {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  startGoTool({ name: `trace ${posix.basename(target.path)}`, tool: ['trace', target.fsPath], folder });
}
