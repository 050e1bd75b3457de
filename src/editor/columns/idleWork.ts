/** The longest slice of work: too short to be noticed. */
const SLICE_MS = 2;
/** The pause between slices, for incoming events and for the window to draw. */
const PAUSE_MS = 5;

/** Does work that is not urgent, in short slices with pauses between them. */
export class IdleWork {
  private timer: NodeJS.Timeout | undefined;

  /** `step` does a small part of the work, and returns whether there was any to do. */
  constructor(private readonly step: () => boolean) {}

  /** Schedules the work, if it is not scheduled yet. */
  start(): void {
    this.timer ??= setTimeout(() => this.run(), PAUSE_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.timer = undefined;
    const end = performance.now() + SLICE_MS;
    while (this.step()) {
      if (performance.now() >= end) return this.start();
    }
  }
}
