interface Turn {
  readonly ended: Promise<void>;
  readonly signal: AbortSignal;
}

/** Allows one measurement at a time: two at once would disturb each other. */
export class OneAtATime {
  private current: Turn | undefined;

  /** Throws, with a message for the user, if a measurement that was not cancelled is running. */
  check(): void {
    if (this.current && !this.current.signal.aborted) {
      throw new Error('A profile is already being taken: cancel it, or wait until it is done.');
    }
  }

  /**
   * Waits until a cancelled measurement has ended, then begins the next one. Returns the function to call when the next
   * one has ended. Throws as `check` does, and the signal's reason on abort.
   */
  async begin(signal: AbortSignal): Promise<() => void> {
    while (this.current) {
      this.check();
      await this.current.ended;
    }
    signal.throwIfAborted();
    let resolve!: () => void;
    const turn = { ended: new Promise<void>((settle) => (resolve = settle)), signal };
    this.current = turn;
    return () => {
      if (this.current === turn) this.current = undefined;
      resolve();
    };
  }
}
