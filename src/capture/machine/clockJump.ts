/** A difference below this is the clock being set right, as NTP does. */
const MIN_MS = 2000;

/** Notices that the clock was set, or that the machine slept, between `start` and a call of `hasJumped`. */
export class ClockJump {
  private readonly wall: number;
  private readonly steady: number;

  constructor(
    private readonly now = () => Date.now(),
    private readonly elapsed = () => performance.now(),
  ) {
    this.wall = now();
    this.steady = elapsed();
  }

  hasJumped(): boolean {
    return Math.abs(this.now() - this.wall - (this.elapsed() - this.steady)) >= MIN_MS;
  }
}
