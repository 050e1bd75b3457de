import * as vscode from 'vscode';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { createTerminal } from '../../ui/window';

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
