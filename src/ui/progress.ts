import * as vscode from 'vscode';
import { inBackground } from './inBackground';
import { withProgress as showProgress } from './window';
import { type Stages, TickingStages } from './tickingStages';

export type { Stages } from './tickingStages';

/** Milliseconds until a late notification is shown. For a shorter action, it would vanish before it could be read. */
const LATE_MS = 1000;

export interface Progress extends Stages {
  /** Aborted when the user presses Cancel. */
  readonly signal: AbortSignal;
  /** Has the effect of the Cancel button. */
  cancel(): void;
  /** Removes the notification; calling it again does nothing. */
  end(): void;
}

/** Shows a notification with a Cancel button until `end` is called. */
export function startProgress(title: string): Promise<Progress> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return new Promise((resolve, reject) => {
    const shown = showProgress(options, (report, token) => new Promise<void>((close) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      const stages = new TickingStages(report);
      const end = () => {
        stages.end();
        subscription.dispose();
        close();
      };
      resolve({
        signal: controller.signal,
        cancel: () => controller.abort(),
        report: (...stage) => stages.report(...stage),
        end,
      });
    }));
    shown.then(undefined, reject);
  });
}

/** Shows a notification with a Cancel button while `act` runs. */
export async function withProgress<T>(
  title: string,
  act: (stages: Stages, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const progress = await startProgress(title);
  try {
    return await act(progress, progress.signal);
  } finally {
    progress.end();
  }
}

/** Like withProgress, but the notification appears only after a second. Aborting `outer` aborts the action too. */
export async function withLateProgress<T>(
  title: string,
  outer: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const result = act(AbortSignal.any([outer, controller.signal]));
  const show = () =>
    withProgress(title, async (_, signal) => {
      signal.addEventListener('abort', () => controller.abort());
      await result.catch(() => undefined);
    });
  const timer = setTimeout(() => inBackground(show()), LATE_MS);
  return result.finally(() => clearTimeout(timer));
}
