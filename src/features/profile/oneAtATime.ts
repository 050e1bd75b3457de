interface Turn {
  readonly ended: Promise<void>;
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  /** Set if the next measurement may end this one. */
  mayEnd?: boolean;
}

/** Thrown while another measurement is running. The message is for the user. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  /** @param cancel cancels the running measurement */
  constructor(readonly cancel: () => void) {
    super('A measurement is already running. Cancel it, or wait until it ends.');
  }
}

/** Allows one measurement at a time, because two at once would disturb each other. */
export class OneAtATime {
  private current: Turn | undefined;

  /** Throws BusyError if a measurement that was not cancelled is running. */
  check(): void {
    const { current } = this;
    if (current && !current.signal.aborted && !current.mayEnd) throw new BusyError(current.cancel);
  }

  /**
   * Ends a running measurement that the next one may end, and waits until it is stored: what follows reads the stored
   * captures. Throws as `check` does.
   */
  async ready(): Promise<void> {
    this.check();
    if (!this.current?.mayEnd) return;
    this.current.cancel();
    await this.current.ended;
  }

  /** Cancels the running measurement, if there is one. */
  cancel(): void {
    this.current?.cancel();
  }

  /** Allows the next measurement to end the running one, because what that still adds is not worth a wait. */
  letNextBegin(): void {
    if (this.current) this.current.mayEnd = true;
  }

  /**
   * Waits until a cancelled measurement has ended, then begins the next one. Returns the function to call when the next
   * one has ended. Throws as `check` does, and the signal's reason on abort.
   * @param cancel aborts the signal
   */
  async begin(signal: AbortSignal, cancel: () => void = () => undefined): Promise<() => void> {
    while (this.current) {
      this.check();
      if (this.current.mayEnd) this.current.cancel();
      await this.current.ended;
    }
    signal.throwIfAborted();
    let resolve!: () => void;
    const turn = { ended: new Promise<void>((settle) => (resolve = settle)), signal, cancel };
    this.current = turn;
    return () => {
      if (this.current === turn) this.current = undefined;
      resolve();
    };
  }
}
