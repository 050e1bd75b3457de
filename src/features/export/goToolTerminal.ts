import * as vscode from 'vscode';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { createTerminal, showInformationMessage } from '../../ui/window';
import { inBackground } from '../../ui/inBackground';
import { openProfileFileEditor } from '../../captures/loaded/profileFileEditor';
import { sizeText } from '../../go/trace/traceCost';
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

/** Offers to save a fetched execution trace, and to show it. */
export function offerTrace({ name, trace }: { readonly name: string; readonly trace: Uint8Array }): void {
  const message = `${name} is an execution trace (${sizeText(trace.length)}): save it, to see where goroutines waited.`;
  const [show, save] = ['Save and Show…', 'Save…'];
  const offer = async (): Promise<void> => {
    const chosen = await showInformationMessage(message, show, save);
    if (chosen === undefined) return;
    const target = await askTarget({ title: `Save ${name}`, saveLabel: 'Save', name, extension: 'trace' });
    if (!target) return;
    await vscode.workspace.fs.writeFile(target, trace);
    if (chosen === show) await openProfileFileEditor(target);
  };
  inBackground(offer());
}
