import * as vscode from 'vscode';
import { isCaptureError } from '../capture/contracts';
import { isAbort } from '../profile/work/abort';
import { basename } from '../profile/text/names';
import { inBackground } from './inBackground';
import { showErrorMessage, showWarningMessage } from './window';
import { openLocation } from './openLocation';
import type { Output } from './output';
import { sentenceOf } from './systemFailure';

/** Tells the user in one sentence what went wrong, with the buttons that lead on. A cancelled act says nothing. */
export async function reportFailure(error: unknown, output: Output): Promise<void> {
  if (isAbort(error)) return;
  const message = sentenceOf(error);
  const capture = isCaptureError(error) ? error : undefined;
  if (capture?.detail && !output.hasSaid(capture.detail)) output.line(capture.detail);
  const { location } = capture ?? {};
  const open = location && { [`Open ${basename(location.file)}:${location.line}`]: () => openLocation(location) };
  await tell(capture?.failure === 'skipped' ? 'warning' : 'error', message, output, open);
}

/** Says something that went well, but not as the user may have wished. */
export function warn(message: string, output: Output): void {
  inBackground(tell('warning', message, output));
}

async function tell(
  severity: 'warning' | 'error',
  message: string,
  output: Output,
  leads: Readonly<Record<string, () => unknown>> = {},
): Promise<void> {
  output.line(message);
  const setting = settingIn(message);
  const buttons: Record<string, () => unknown> = {
    ...leads,
    ...(setting ? { 'Open Settings': () => openSettings(setting) } : {}),
    'Show Output': () => output.show(),
  };
  const show = severity === 'warning' ? showWarningMessage : showErrorMessage;
  const chosen = await show(message, ...Object.keys(buttons));
  if (chosen) await buttons[chosen]();
}

/** Settings that belong to a machine stand on a page of their own where that is a remote one. */
const MACHINE_SETTINGS: readonly string[] = ['linecost.go.path', 'linecost.limits.memory'];

/** The first of our settings that a sentence names. */
export function settingIn(message: string): string | undefined {
  return /\blinecost\.\w+\.\w+/.exec(message)?.[0];
}

export function openSettings(query: string): Thenable<unknown> {
  const isRemote = vscode.env.remoteName !== undefined && MACHINE_SETTINGS.includes(query);
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  return vscode.commands.executeCommand(command, { query });
}
