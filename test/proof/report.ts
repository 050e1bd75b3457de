/** The interval at which a proof prints its current step, in milliseconds. */
const PULSE_MS = 60_000;

interface Finding {
  readonly claim: string;
  readonly isRight: boolean;
  readonly seconds: number;
}

/**
 * Prints the progress of a proof, and a table at its end. If the process ends before `end` or `fail`, by a signal or
 * because nothing is left to do, the report names the current step, and the exit code is not 0.
 */
export class ProofReport {
  private readonly started = performance.now();
  private readonly findings: Finding[] = [];
  private readonly pulse = setInterval(() => this.note(this.step), PULSE_MS).unref();
  private step = 'starting';
  private since = this.started;
  private hasEnded = false;

  constructor(private readonly name: string) {
    for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15], ['SIGHUP', 1]] as const) {
      process.once(signal, () => {
        this.stop(`ended by ${signal}`);
        process.exit(128 + number);
      });
    }
    process.once('exit', () => {
      if (this.hasEnded) return;
      this.stop('ended early, without an error');
      process.exitCode = 1;
    });
  }

  /** Sets the current step. */
  at(step: string): void {
    this.step = step;
  }

  /** Prints a line of progress. */
  note(text: string): void {
    console.log(`  ${clock(performance.now() - this.started)}  ${text}`);
  }

  /** Prints a result, and adds it to the table with the seconds since the last result. */
  conclude(claim: string, isRight: boolean): void {
    const now = performance.now();
    this.findings.push({ claim, isRight, seconds: (now - this.since) / 1000 });
    this.since = now;
    console.log(`${claim}. ${isRight ? 'ok' : 'NOT ok'}\n`);
  }

  /** Prints the table and sets the exit code. */
  end(isRight: boolean): void {
    this.finish(isRight ? 'all proved' : 'NOT proved');
    process.exitCode = isRight ? 0 : 1;
  }

  /** Prints an error that ended the proof, and the table, and sets the exit code. */
  fail(error: unknown): void {
    const { signal } = error as { readonly signal?: string };
    console.error(error);
    this.stop(`failed${signal === undefined ? '' : `: a program was ended by ${signal}, as when memory runs out`}`);
    process.exitCode = 2;
  }

  private stop(how: string): void {
    this.finish(`${how} at: ${this.step}`);
  }

  private finish(how: string): void {
    this.hasEnded = true;
    clearInterval(this.pulse);
    const rows = this.findings.map(({ claim, isRight, seconds }) => {
      return `  ${isRight ? 'ok    ' : 'NOT ok'}  ${`${seconds.toFixed(0)} s`.padStart(6)}  ${claim}`;
    });
    console.log([`proof of ${this.name}, ${clock(performance.now() - this.started)}`, ...rows, how].join('\n'));
  }
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
