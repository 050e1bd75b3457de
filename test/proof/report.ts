/** How often a proof that prints nothing else says what it is doing, in milliseconds. */
const QUIET_MS = 60_000;

interface Finding {
  readonly claim: string;
  readonly isRight: boolean;
  readonly seconds: number;
}

/**
 * What a proof prints: progress, and a table at the end. If the process ends before `end` or `fail`, for whatever
 * reason it can still notice, it says where it was, and the exit code is not 0.
 */
export class ProofReport {
  private readonly started = performance.now();
  private readonly findings: Finding[] = [];
  private readonly pulse = setInterval(() => this.note(this.place), QUIET_MS).unref();
  private place = 'starting';
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

  /** What begins now. */
  at(place: string): void {
    this.place = place;
  }

  /** A line of progress. */
  note(text: string): void {
    console.log(`  ${clock(performance.now() - this.started)}  ${text}`);
  }

  found(claim: string, isRight: boolean): void {
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

  /** An error ended the proof. */
  fail(error: unknown): void {
    const { signal } = error as { readonly signal?: string };
    console.error(error);
    this.stop(`failed${signal === undefined ? '' : `: a program was ended by ${signal}, as when memory runs out`}`);
    process.exitCode = 2;
  }

  private stop(how: string): void {
    this.finish(`${how} at: ${this.place}`);
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
