import * as vscode from 'vscode';
import { type CaptureError, isCaptureError } from '../capture/contracts';
import { isAbort } from '../profile/common/abort';
import { basename } from '../profile/text/names';
import { inBackground } from './inBackground';
import { showErrorMessage, showInformationMessage, showWarningMessage } from './window';
import { openLocation } from './openLocation';
import { isPreconditionError, type PreconditionError } from './preconditionError';
import type { Output } from './output';
import { sentenceOf } from './systemFailure';

/**
 * Shows an error in one sentence, with buttons for what to do next. Shows nothing for a cancelled action.
 * @param leads the actions of further buttons, by title
 */
export async function reportFailure(
  error: unknown,
  output: Output,
  leads: Leads = {},
): Promise<void> {
  if (isAbort(error)) return;
  if (isPreconditionError(error)) return say(error.message, output, { ...wayOf(error), ...leads });
  const message = sentenceOf(error);
  const capture = isCaptureError(error) ? error : undefined;
  if (capture?.detail && !output.hasWritten(capture.detail)) output.info(capture.detail);
  if (!capture && error instanceof Error && error.stack) output.debug(error.stack);
  const open = openButton(capture?.location);
  if (capture?.failure === 'skipped') return say(message, output, { ...open, ...leads });
  await tell('error', message, output, { ...open, ...leads });
}

function wayOf({ way }: PreconditionError): Leads {
  return way ? { [way.title]: () => vscode.commands.executeCommand(way.command) } : {};
}

/** Shows a warning, also in the output channel; with a button that opens its location, if it has one. */
export function warn(message: string, output: Output, location?: CaptureError['location']): void {
  inBackground(tell('warning', message, output, openButton(location)));
}

function openButton(location: CaptureError['location']): Leads {
  return location ? { [`Open ${basename(location.file)}:${location.line}`]: () => openLocation(location) } : {};
}

type Leads = Readonly<Record<string, () => unknown>>;

/** Shows an expected outcome, without the button Show Output, because the output explains no more. */
async function say(message: string, output: Output, leads: Leads): Promise<void> {
  output.info(message);
  const chosen = await showInformationMessage(message, ...Object.keys(leads));
  if (chosen) await leads[chosen]();
}

async function tell(severity: 'warning' | 'error', message: string, output: Output, leads: Leads = {}): Promise<void> {
  output[severity === 'warning' ? 'warn' : 'error'](message);
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

/** Settings with machine scope: in a remote window they have a settings page of their own. */
const MACHINE_SETTINGS: readonly string[] = ['linecost.go.path', 'linecost.limits.memory'];

/** The first Linecost setting that a message names. */
export function settingIn(message: string): string | undefined {
  return /\blinecost\.\w+\.\w+/.exec(message)?.[0];
}

export function openSettings(query: string): Thenable<unknown> {
  const isRemote = vscode.env.remoteName !== undefined && MACHINE_SETTINGS.includes(query);
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  return vscode.commands.executeCommand(command, { query });
}
