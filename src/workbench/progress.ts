import * as vscode from 'vscode';

/** What takes less is done before one could read what it is. */
const LATE_MS = 1000;

export interface Stages {
  /** Shows what is happening now, in words; where it takes long, with the seconds that have gone by. */
  report(stage: string, isLong?: boolean): void;
}

/** Reports each stage at once, and one that takes long once a second from then on. */
export class TickingStages implements Stages {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly show: (message: string) => void) {}

  report(stage: string, isLong = false): void {
    this.end();
    this.show(stage);
    if (!isLong) return;
    const start = performance.now();
    this.timer = setInterval(() => this.show(`${stage}, ${Math.round((performance.now() - start) / 1000)} s`), 1000);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

/** A notification with a Cancel button; cancelling aborts the signal. */
export function withProgress<T>(title: string, act: (stages: Stages, signal: AbortSignal) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    const stages = new TickingStages((message) => progress.report({ message }));
    try {
      return await act(stages, controller.signal);
    } finally {
      stages.end();
      subscription.dispose();
    }
  });
}

/** As withProgress, but shown only where the act takes long; aborting `outer` aborts the act as well. */
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
  const timer = setTimeout(() => void show(), LATE_MS);
  return result.finally(() => clearTimeout(timer));
}
