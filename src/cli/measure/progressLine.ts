/** The parts of standard error that are used. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Without a terminal, progress within a phase is written at most this often. */
const PAUSE_MS = 30_000;

/**
 * The progress of the command on standard error: one line that changes on a terminal, cut to its width; else, as in the
 * log of CI, a line for each phase, and now and then one within a phase.
 */
export class ProgressLine {
  private phase = '';
  private writtenAt = 0;
  private isOpen = false;

  constructor(
    private readonly stream: ProgressStream,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param detail changes within the phase */
  report(phase: string, detail = ''): void {
    const text = detail === '' ? phase : `${phase}: ${detail}`;
    if (this.stream.isTTY) {
      const columns = Math.max(1, (this.stream.columns || 80) - 1);
      this.stream.write(`\r\x1b[K${text.length > columns ? `${text.slice(0, columns - 1)}…` : text}`);
      this.isOpen = true;
      return;
    }
    if (phase === this.phase && this.now() - this.writtenAt < PAUSE_MS) return;
    this.phase = phase;
    this.writtenAt = this.now();
    this.stream.write(`${text}\n`);
  }

  /** Writes a line that stays. */
  say(text: string): void {
    this.end();
    this.stream.write(`${text}\n`);
  }

  /** Removes the line of a terminal. */
  end(): void {
    if (this.isOpen) this.stream.write('\r\x1b[K');
    this.isOpen = false;
  }
}
