import * as vscode from 'vscode';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { createTerminal, showInformationMessage } from '../../ui/window';
import { posix } from 'node:path';
import { inBackground } from '../../ui/inBackground';
import { askTarget } from './exportProfile';

interface GoToolStart {
  /** The terminal's name. */
  readonly name: string;
  /** The tool and its arguments: `['pprof', 'cpu.pprof']`. */
  readonly tool: readonly string[];
  readonly folder: vscode.Uri | undefined;
}

/** Starts a tool of the Go distribution in a terminal. */
export function startGoTool({ name, tool, folder }: GoToolStart): void {
  const { goBinary, env } = goEnvironmentOf(folder);
  const terminal = createTerminal({
    name,
    shellPath: goBinary,
    shellArgs: ['tool', ...tool],
    cwd: folder,
    env: environmentChanges(env),
    iconPath: new vscode.ThemeIcon('flame'),
    isTransient: true,
  });
  terminal.show();
}

/** Changes to a terminal's environment, which is that of this process by default; null removes a variable. */
function environmentChanges(env: Readonly<Record<string, string>>): Record<string, string | null> {
  const removed = Object.keys(process.env).filter((name) => !(name in env)).map((name) => [name, null] as const);
  return { ...Object.fromEntries(removed), ...env };
}

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
