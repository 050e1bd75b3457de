import * as vscode from 'vscode';

/** Settings with machine scope: in a remote window they have a settings page of their own. */
const MACHINE_SETTINGS: readonly string[] = ['linecost.go.path', 'linecost.limits.memory'];

/** The settings, such as `linecost.group.name`, that a message names. */
export function settingsIn(message: string): readonly string[] {
  return [...new Set(message.match(/\blinecost\.(?:figures\b|\w+\.\w+)/g))];
}

export function openSettings(...names: readonly string[]): Thenable<unknown> {
  const isRemote = vscode.env.remoteName !== undefined && names.every((name) => MACHINE_SETTINGS.includes(name));
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  return vscode.commands.executeCommand(command, { query: names.length > 1 ? `@id:${names.join(',')}` : names[0] });
}
