import { isAbort } from '../profile/work/abort';

/** Says why there are no costs to draw: once for all editors that ask for them under the same sample type. */
export class CostFailures<T extends object> {
  private readonly said = new WeakMap<T, string>();

  constructor(
    /** What editors show now. */
    private readonly current: () => T | undefined,
    private readonly say: (message: string) => void,
  ) {}

  /** @param asked what the costs were asked of; where that is shown no more, nobody wants to know */
  report(asked: T, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isGivenUp = isAbort(error);
    if (isGivenUp || this.current() !== asked || this.said.get(asked) === message) return;
    this.said.set(asked, message);
    this.say(message);
  }
}
