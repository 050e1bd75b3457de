/** Smaller differences are corrections of the clock, such as those of NTP. */
const MIN_MS = 2000;

/** Detects that the clock was set or the machine slept since this object was made. */
export class ClockJump {
  private readonly startTime: number;
  private readonly startElapsed: number;

  constructor(
    private readonly now = () => Date.now(),
    private readonly elapsed = () => performance.now(),
  ) {
    this.startTime = now();
    this.startElapsed = elapsed();
  }

  hasJumped(): boolean {
    return Math.abs(this.now() - this.startTime - (this.elapsed() - this.startElapsed)) >= MIN_MS;
  }
}
