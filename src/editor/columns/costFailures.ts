import { isAbort } from '../../profile/common/guard';

/** Shows why costs are missing, once for all editors of the same profile and sample type. */
export class CostFailures<T extends object> {
  private readonly shown = new WeakMap<T, string>();

  constructor(
    /** The active profile. */
    private readonly current: () => T | undefined,
    private readonly say: (message: string) => void,
  ) {}

  /** @param subject the object that was active when the query was sent; if no longer active, nothing is shown */
  report(subject: T, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isCancelled = isAbort(error);
    if (isCancelled || this.current() !== subject || this.shown.get(subject) === message) return;
    this.shown.set(subject, message);
    this.say(message);
  }
}
