import * as vscode from 'vscode';
import { CaptureError } from '../capture/contracts';
import { openLocation } from './openLocation';
import type { Output } from './output';

/** Tells the user in one sentence what went wrong, with the buttons that lead on. A cancelled act says nothing. */
export async function reportFailure(error: unknown, output: Output): Promise<void> {
  if (isAbort(error)) return;
  const message = error instanceof Error ? error.message : String(error);
  const capture = error instanceof CaptureError ? error : undefined;
  if (capture?.detail) output.line(capture.detail);
  const buttons: Record<string, () => unknown> = {};
  const { location } = capture ?? {};
  if (location) buttons[`Open ${baseName(location.file)}:${location.line}`] = () => openLocation(location);
  if (capture?.failure === 'goNotFound') buttons['Open Settings'] = () => openSettings('linecost.go');
  buttons['Show Output'] = () => output.show();
  const show = capture?.failure === 'skipped' ? vscode.window.showWarningMessage : vscode.window.showErrorMessage;
  const chosen = await show(message, ...Object.keys(buttons));
  if (chosen) await buttons[chosen]();
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function openSettings(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', query);
}

function baseName(file: string): string {
  return file.split(/[\\/]/).at(-1)!;
}
