import * as vscode from 'vscode';
import type { CaptureRecord } from '../disk/captureStore';
import type { LoadedCaptures } from './loadedCaptures';
import { type Actions, tell } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';
import { sentenceOf } from '../../ui/systemFailure';
import { setStatusBarMessage } from '../../ui/window';

type Unsaved = Pick<LoadedCaptures, 'records' | 'isUnsaved' | 'saveUnsaved'>;

const SAVED_MS = 8000;

/** The captures whose message is in view. */
const told = new WeakSet<Unsaved>();

/**
 * Says that captures could not be saved, why, and what to do; buttons try again, and export the newest one. Only logs
 * it while such a message is in view, such as when a suite is profiled.
 */
export async function tellUnsaved(reason: unknown, captures: Unsaved, output: Output): Promise<void> {
  const unsaved = (await captures.records()).filter((record) => captures.isUnsaved(record));
  if (unsaved.length === 0) return;
  const message = `${subjectOf(unsaved)} when this window closes. ${sentenceOf(reason)}`;
  if (told.has(captures)) return output.warn(message);
  told.add(captures);
  try {
    await tell('warning', message, output, { 'Try Again': () => trySaving(captures, output), ...exportOf(unsaved[0]) });
  } finally {
    told.delete(captures);
  }
}

async function trySaving(captures: Unsaved, output: Output): Promise<void> {
  try {
    await captures.saveUnsaved();
    setStatusBarMessage('All captures are saved.', SAVED_MS);
  } catch (error) {
    told.delete(captures);
    await tellUnsaved(error, captures, output);
  }
}

/** `BenchmarkJoin could not be saved: its capture is lost` */
function subjectOf(unsaved: readonly CaptureRecord[]): string {
  const [{ title }] = unsaved;
  if (unsaved.length === 1) return `${title} could not be saved: its capture is lost`;
  return `${unsaved.length} captures could not be saved: they are lost`;
}

function exportOf(record: CaptureRecord): Actions {
  if (record.profiles.length === 0) return {};
  return { 'Export…': () => vscode.commands.executeCommand('linecost.exportCapture', { kind: 'capture', record }) };
}
