/** Nobody notices that the thread is not free for so long. */
const SLICE_MS = 2;
/** Time for what has come in meanwhile, and for the window that has to show what was sent to it. */
const PAUSE_MS = 5;

/** Work that can wait, done in short slices with pauses between them. */
export class IdleWork {
  private timer: NodeJS.Timeout | undefined;

  /** `step` does a little of what is left to do, and answers whether there was anything. */
  constructor(private readonly step: () => boolean) {}

  /** Sees to it that the work is done; costs nothing where that is under way. */
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
