import * as vscode from 'vscode';
import { inBackground } from './inBackground';

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
