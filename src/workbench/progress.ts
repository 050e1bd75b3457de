import * as vscode from 'vscode';
import { inBackground } from './inBackground';
import { withProgress as showProgress } from './window';
import { type Stages, TickingStages } from './tickingStages';

export type { Stages } from './tickingStages';

/** No notification for what takes less: it would vanish before it is read. Milliseconds. */
const LATE_MS = 1000;

/** A notification with a Cancel button; cancelling aborts the signal. */
export function withProgress<T>(title: string, act: (stages: Stages, signal: AbortSignal) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return showProgress(options, async (report, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    const stages = new TickingStages(report);
    try {
      return await act(stages, controller.signal);
    } finally {
      stages.end();
      subscription.dispose();
    }
  });
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
