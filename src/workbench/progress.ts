import * as vscode from 'vscode';

export interface Stages {
  /** Shows what is happening now, in words. */
  report(stage: string): void;
}

/** A notification with a Cancel button; cancelling aborts the signal. */
export function withProgress<T>(title: string, act: (stages: Stages, signal: AbortSignal) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    try {
      return await act({ report: (message) => progress.report({ message }) }, controller.signal);
    } finally {
      subscription.dispose();
    }
  });
}
