import { setTimeout as pause } from 'node:timers/promises';
import { CaptureError } from '../../common/captureError';
import { BoundedText } from '../../common/processes/boundedText';
import { runGuarded } from '../../common/processes/guard';
import type { RunResult } from '../../common/processes/runProcess';
import { type Connection, serverText } from '../../http/connection';
import { httpGet } from '../../http/httpGet';

export interface StartOptions {
  /** What messages call it: `api at abc1234`. */
  readonly name: string;
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where it is to answer, with any status. */
  readonly url: URL;
  readonly connection?: Connection;
  /** How long it may take until it answers, in milliseconds. */
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000;
const POLL_MS = 100;
/** Time limit of a request. */
const ANSWER_MS = 5000;
/** Characters of the output that are kept. */
const KEPT = { head: 0, tail: 16 << 10 };
const LAST_LINES = 20;

/** A service that runs on this machine to be measured: `start` → `end`. A window that is killed ends it, too. */
export class StartedService {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private readonly output = new BoundedText(KEPT.head, KEPT.tail);
  /** How it has ended by itself; undefined while it runs. */
  private over: RunResult | Error | undefined;

  private constructor(private readonly options: StartOptions) {
    this.running = this.run();
  }

  /**
   * Starts a program, and waits until it answers. Throws CaptureError `unreachable` if it ends before or never answers,
   * when it has ended; the signal's reason on abort.
   */
  static async start(options: StartOptions, signal: AbortSignal): Promise<StartedService> {
    signal.throwIfAborted();
    const service = new StartedService(options);
    try {
      await service.untilAnswering(signal);
      return service;
    } catch (error) {
      await service.end();
      throw error;
    }
  }

  /** Why it runs no more, although it was not ended; undefined while it runs. */
  get failure(): CaptureError | undefined {
    return this.over && this.failed(`${this.howOver()} while it was measured`);
  }

  /** Ends the program and what it started. Never rejects. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { file, args, cwd, env } = this.options;
    const { signal } = this.ending;
    const onOutput = (text: string): void => this.output.append(text);
    try {
      this.over = await runGuarded({ file, args, cwd, env, signal, kept: KEPT, onOutput });
    } catch (error) {
      if (!signal.aborted) this.over = error instanceof Error ? error : new Error(String(error));
    }
  }

  private async untilAnswering(signal: AbortSignal): Promise<void> {
    const { url, limitMs = LIMIT_MS } = this.options;
    const where = serverText(url);
    const until = performance.now() + limitMs;
    while (performance.now() < until) {
      if (this.over) throw this.failed(`${this.howOver()} before it answered at ${where}`);
      if (await this.answers(signal)) return;
      await pause(POLL_MS, undefined, { signal });
    }
    const advice = 'give it this port as ${port} in its arguments, or let it read the variable PORT';
    throw this.failed(`runs, but does not answer at ${where} after ${Math.round(limitMs / 1000)} s: ${advice}`);
  }

  private async answers(signal: AbortSignal): Promise<boolean> {
    const { url, connection } = this.options;
    const limits = { limitMs: ANSWER_MS, slowAdvice: '', maxBytes: 1 << 20, maxUnpackedBytes: 1 << 20 };
    const asked = httpGet({ url, signal, ...(connection && { connection }), ...limits });
    return asked.then(() => true, () => {
      signal.throwIfAborted();
      return false;
    });
  }

  private howOver(): string {
    const { over } = this;
    if (over instanceof Error) return `cannot be started (${over.message})`;
    const { exitCode, signal } = over!;
    return exitCode === null ? `was ended by ${signal}` : `ended with status ${exitCode}`;
  }

  /** @param what happened, after its name */
  private failed(what: string): CaptureError {
    const lines = this.output.toString().trimEnd().split('\n');
    const last = lines.at(-1)!.trim();
    const printed = last === '' ? 'It printed nothing.' : `It printed: ${last.slice(0, 200).replace(/\.$/, '')}.`;
    return new CaptureError('unreachable', `${this.options.name} ${what}. ${printed}`, undefined, lines.slice(-LAST_LINES).join('\n'));
  }
}
