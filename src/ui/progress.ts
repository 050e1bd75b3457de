import * as vscode from 'vscode';
import { inBackground } from './inBackground';
import { withProgress as showProgress } from './window';

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
  act: (signal: AbortSignal, stages: Stages) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let shown: Stages | undefined;
  let last: Parameters<Stages['report']> | undefined;
  const stages: Stages = {
    report: (...stage) => {
      last = stage;
      shown?.report(...stage);
    },
  };
  const result = act(AbortSignal.any([outer, controller.signal]), stages);
  const show = () =>
    withProgress(title, async (progress, signal) => {
      shown = progress;
      if (last) progress.report(...last);
      signal.addEventListener('abort', () => controller.abort());
      await result.catch(() => undefined);
    });
  const timer = setTimeout(() => inBackground(show()), LATE_MS);
  return result.finally(() => clearTimeout(timer));
}

export interface Stages {
  /** Shows the current stage; a long one with its elapsed seconds. */
  report(stage: string, options?: StageOptions): void;
}

export interface StageOptions {
  readonly isLong?: boolean;
  /**
   * Says how far the stage is, instead of its elapsed seconds: `case 7 of 24 · about 3 min left`. undefined if unknown.
   * @param millis milliseconds since the stage began
   */
  readonly detail?: ((millis: number) => string | undefined) | undefined;
  /** Why a long stage may take longer than expected; shown when it has taken longer. */
  readonly whySlow?: string;
}

/** Milliseconds after which a stage takes longer than expected. */
const SLOW_MS = 8000;

/** Reports each stage at once, and a long stage again every second. */
export class TickingStages implements Stages {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly show: (message: string) => void,
    private readonly now = () => performance.now(),
  ) {}

  report(stage: string, { isLong = false, whySlow, detail }: StageOptions = {}): void {
    this.end();
    this.show(joinParts(stage, detail?.(0)));
    if (!isLong) return;
    const start = this.now();
    this.timer = setInterval(() => {
      const elapsed = this.now() - start;
      const why = elapsed >= SLOW_MS ? whySlow : undefined;
      this.show(joinParts(stage, detail?.(elapsed) ?? secondsText(elapsed), why));
    }, 1000);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

/** `12 s`. */
export function secondsText(millis: number): string {
  return `${Math.round(millis / 1000)} s`;
}

/** The parts of a progress text that are set: `timing run · 12 s`. */
export function joinParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
