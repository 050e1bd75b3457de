import * as vscode from 'vscode';
import { type CaptureFailure, isCaptureError } from '../common/captureError';
import { isAbort } from '../profile/common/guard';
import { basename } from '../profile/text/shortNames';
import { inBackground } from './inBackground';
import { type Actions, learnMore, tell } from './loggedMessage';
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
  await whileOpen(error, tell('error', message, output, { ...open, ...actions, ...explanationOf(capture?.failure) }));
}

/** The page of the guide that says more about a failure than its sentence. */
function explanationOf(failure: CaptureFailure | undefined): Actions {
  switch (failure) {
    case 'unreachable':
    case 'closed':
    case 'httpStatus':
    case 'notAProfile':
    case 'profilerInUse':
      return learnMore('live-services#if-a-fetch-fails');
    case 'noProfile':
    case 'earlyFlags':
      return learnMore('troubleshooting#messages-about-a-run');
    default:
      return {};
  }
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

/**
 * Red messages about a benchmark that failed leave the screen once it runs again. VS Code keeps an error with buttons
 * on screen until the user closes it. Extensions cannot close it, but there is a command that moves all messages to the
 * list behind the bell. It is called only while such a message is on screen.
 */

/** The key of the benchmark that each error is about. */
const subjects = new WeakMap<object, string>();
/** How many messages about each benchmark are open, by its key. */
const open = new Map<string, number>();

/** Notes the benchmark that an error is about, and returns the error. @param key see benchmarkKey */
export function failureOf(error: unknown, key: string): unknown {
  if (error instanceof Error) subjects.set(error, key);
  return error;
}

/** @param closed resolves when the user has closed the message of the error */
export async function whileOpen(error: unknown, closed: Promise<void>): Promise<void> {
  const key = error instanceof Error ? subjects.get(error) : undefined;
  if (key === undefined) return closed;
  open.set(key, (open.get(key) ?? 0) + 1);
  try {
    await closed;
  } finally {
    open.set(key, Math.max(0, (open.get(key) ?? 0) - 1));
  }
}

/** Call when a benchmark runs again, before its progress is shown. */
export function hideFailuresOf(key: string): void {
  if ((open.get(key) ?? 0) === 0) return;
  open.delete(key);
  inBackground(vscode.commands.executeCommand('notifications.hideToasts'));
}
