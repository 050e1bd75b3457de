interface Holder {
  readonly ended: Promise<unknown>;
  readonly signal: AbortSignal;
}

/** Lets one measurement run at a time: two at once would disturb each other. */
export class OneAtATime {
  private holder: Holder | undefined;

  /** Throws an Error in words where a measurement runs that nobody has cancelled. */
  check(): void {
    if (this.holder && !this.holder.signal.aborted) {
      throw new Error('A profile is being taken already: cancel it, or wait until it is done.');
    }
  }

  /** Runs `act` once a cancelled one before it has ended. Throws as `check` does, and whatever `act` throws. */
  async run<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    while (this.holder) {
      this.check();
      await this.holder.ended;
    }
    signal.throwIfAborted();
    const result = act();
    const holder = { ended: result.catch(() => undefined), signal };
    this.holder = holder;
    try {
      return await result;
    } finally {
      if (this.holder === holder) this.holder = undefined;
    }
  }
}
