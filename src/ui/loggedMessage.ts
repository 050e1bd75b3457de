import { inBackground } from './inBackground';
import type { Output } from './output';
import { showErrorMessage, showWarningMessage } from './window';
import * as vscode from 'vscode';

/** The actions of a message's buttons, by title. */
export type Actions = Readonly<Record<string, () => unknown>>;

/** A button that opens the guide at a heading. */
export function learnMore(place: 'live-services#if-a-fetch-fails' | 'troubleshooting#messages-about-a-run'): Actions {
  return { 'Learn More': () => vscode.commands.executeCommand('linecost.openGuide', place) };
}

/** Shows a warning, also in the output channel. */
export function warn(message: string, output: Output, actions?: Actions): void {
  inBackground(tell('warning', message, output, actions));
}

/** Shows a message and logs it. Its buttons open the output channel and the settings that it names. */
export async function tell(
  severity: 'warning' | 'error',
  message: string,
  output: Output,
  actions: Actions = {},
): Promise<void> {
  output[severity === 'warning' ? 'warn' : 'error'](message);
  const settings = settingsIn(message);
  const buttons: Record<string, () => unknown> = {
    ...actions,
    ...(settings.length > 0 ? { 'Open Settings': () => openSettings(...settings) } : {}),
    'Show Output': () => output.show(),
  };
  const show = severity === 'warning' ? showWarningMessage : showErrorMessage;
  const chosen = await show(message, ...Object.keys(buttons));
  if (chosen) await buttons[chosen]();
}

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
