import * as vscode from 'vscode';

/** Settings with machine scope: in a remote window they have a settings page of their own. */
const MACHINE_SETTINGS: readonly string[] = ['linecost.go.path', 'linecost.limits.memory'];

/** The first setting, such as `linecost.group.name`, in a message. */
export function settingIn(message: string): string | undefined {
  return /\blinecost\.(?:figures\b|\w+\.\w+)/.exec(message)?.[0];
}

export function openSettings(query: string): Thenable<unknown> {
  const isRemote = vscode.env.remoteName !== undefined && MACHINE_SETTINGS.includes(query);
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  return vscode.commands.executeCommand(command, { query });
}
