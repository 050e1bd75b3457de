import * as vscode from 'vscode';
import { isCaptureError } from '../common/captureError';
import { isAbort } from '../profile/common/abort';
import { basename } from '../profile/text/shortNames';
import { whileOpen } from './failureToasts';
import { inBackground } from './inBackground';
import { type Actions, tell } from './loggedMessage';
import { type Location, openLocation } from './openLocation';
import { PreconditionError } from './preconditionError';
import type { Output } from './output';
import { sentenceOf } from './systemFailure';
import { showInformationMessage } from './window';

const GO_DOWNLOADS = 'https://go.dev/dl/';

/** Sets whether the empty Profiles view says that Go is missing. */
export function showGoMissing(isMissing: boolean): void {
  inBackground(vscode.commands.executeCommand('setContext', 'linecost.goMissing', isMissing));
}

/**
 * Shows an error in one sentence, with buttons for what to do next. Shows nothing for a cancelled action.
 * @param actions the actions of further buttons, by title
 */
export async function reportFailure(
  error: unknown,
  output: Output,
  actions: Actions = {},
): Promise<void> {
  if (isAbort(error)) return;
  if (error instanceof PreconditionError) return say(error.message, output, { ...fixOf(error), ...actions });
  const message = sentenceOf(error);
  const capture = isCaptureError(error) ? error : undefined;
  if (capture?.detail && !output.hasWritten(capture.detail)) output.info(capture.detail);
  if (!capture && error instanceof Error && error.stack) output.debug(error.stack);
  const open = { ...openButton(capture?.location), ...openButton(capture?.otherLocation) };
  if (capture?.failure === 'goNotFound') {
    showGoMissing(true);
    const install = () => vscode.env.openExternal(vscode.Uri.parse(GO_DOWNLOADS));
    return whileOpen(error, tell('error', message, output, { 'Install Go': install, ...actions }));
  }
  if (capture?.failure === 'skipped') return say(message, output, { ...open, ...actions });
  await whileOpen(error, tell('error', message, output, { ...open, ...actions }));
}

function fixOf({ fix }: PreconditionError): Actions {
  return fix ? { [fix.title]: () => vscode.commands.executeCommand(fix.command, ...(fix.args ?? [])) } : {};
}

/** A button that opens a location; none if it is not known. */
export function openButton(location: Location | undefined): Actions {
  return location ? { [`Open ${basename(location.file)}:${location.line}`]: () => openLocation(location) } : {};
}

/** Shows an expected outcome, without the button Show Output, because the output explains no more. */
async function say(message: string, output: Output, actions: Actions): Promise<void> {
  output.info(message);
  const chosen = await showInformationMessage(message, ...Object.keys(actions));
  if (chosen) await actions[chosen]();
}
