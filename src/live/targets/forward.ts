import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { CaptureError } from '../../common/captureError';
import { runGuarded } from '../../common/processes/guard';
import type { RunResult } from '../../common/processes/runProcess';
import { shownWords } from '../../common/shownCommand';
import { isAbort } from '../../profile/common/guard';
import { accepts, type Endpoint, endpointText } from './endpoints';

/** What a forward does: it runs a command while a service is used. */
export interface ForwardOptions {
  /** The words of the command; at least one. */
  readonly words: readonly string[];
  /** What accepts connections once the command is ready; at least one. */
  readonly endpoints: readonly Endpoint[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Called with what the command prints, and with what happens to it. */
  onOutput(text: string): void;
  /** Called when it changes between starting, ready and ended. */
  onState(state: ForwardState): void;
  /** Called when it has died after it was ready, and is started again, or not any more. `reason` says why. */
  onDeath(reason: string, isStartedAgain: boolean): void;
  /** Milliseconds before each restart after deaths that follow one another soon; then it is not started again. */
  readonly pausesMs?: readonly number[];
  /** How long it may take until it accepts connections, in milliseconds. */
  readonly limitMs?: number;
}

export type ForwardState = 'starting' | 'ready' | 'failed' | 'ended';

const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000];
const LIMIT_MS = 30_000;
/** A command that was ready for this long starts a new series of pauses when it dies. */
const STEADY_MS = 60_000;
const POLL_MS = 100;

/** A command that makes a service reachable, such as `kubectl port-forward`: started, watched, restarted, ended. */
export class Forward {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private state: ForwardState = 'starting';
  private failure: CaptureError | undefined;
  private wasReady = false;
  private waiting: (() => void)[] = [];
  /** The last line that the command printed. */
  private lastLine = '';

  constructor(private readonly options: ForwardOptions) {
    this.running = this.follow().catch((error: unknown) => {
      if (isAbort(error) || this.ending.signal.aborted) return this.become('ended');
      this.failure = error instanceof CaptureError ? error : new CaptureError('unreachable', String(error));
      this.become('failed');
      if (this.wasReady) options.onDeath(this.failure.message, false);
    });
  }

  /** Whether it will not be ready any more. */
  get isOver(): boolean {
    return this.state === 'failed' || this.state === 'ended';
  }

  /** Resolves when the service accepts connections. Throws CaptureError `unreachable`; the signal's reason on abort. */
  async ready(signal: AbortSignal): Promise<void> {
    while (this.state === 'starting') {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        const goOn = () => {
          signal.removeEventListener('abort', goOn);
          resolve();
        };
        signal.addEventListener('abort', goOn);
        this.waiting.push(goOn);
      });
    }
    signal.throwIfAborted();
    if (this.failure) throw this.failure;
    if (this.state === 'ended') throw new CaptureError('unreachable', `${this.command} was ended.`);
  }

  /** Ends the command and what it started. Never rejects. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private get command(): string {
    return shownWords(this.options.words).slice(0, 3).join(' ');
  }

  private async follow(): Promise<void> {
    const { pausesMs = PAUSES_MS, onDeath } = this.options;
    let deaths = 0;
    for (;;) {
      const { reason, steadyMs } = await this.runOnce();
      deaths = steadyMs >= STEADY_MS ? 1 : deaths + 1;
      const pauseMs = pausesMs[deaths - 1];
      if (pauseMs === undefined) {
        throw new CaptureError('unreachable', `${reason} It ended ${deaths} times in a row.`);
      }
      this.become('starting');
      onDeath(reason, true);
      await pause(pauseMs, undefined, { signal: this.ending.signal });
    }
  }

  /** Runs the command until it dies. Throws if it was not ready before. */
  private async runOnce(): Promise<{ readonly reason: string; readonly steadyMs: number }> {
    const { endpoints } = this.options;
    const { signal } = this.ending;
    for (const endpoint of endpoints) {
      if (await accepts(endpoint, signal)) throw inUse(endpoint, this.command);
    }
    signal.throwIfAborted();
    const run = new AbortController();
    const ended = this.run(AbortSignal.any([signal, run.signal]));
    const watching = new AbortController();
    const isReady = await Promise.race([ended.then(() => false), this.whenAccepting(watching.signal)])
      .finally(() => watching.abort());
    if (!isReady) {
      run.abort();
      const result = await ended;
      signal.throwIfAborted();
      throw new CaptureError('unreachable', this.reasonBefore(result));
    }
    const readyAt = performance.now();
    this.wasReady = true;
    this.become('ready');
    const result = await ended;
    signal.throwIfAborted();
    return { reason: `${this.command} ended${howEnded(result)}${this.quoted()}.`, steadyMs: performance.now() - readyAt };
  }

  /** undefined if it was ended because it was not ready in time. Rejects if it cannot be started. */
  private async run(signal: AbortSignal): Promise<RunResult | undefined> {
    const { words, cwd, env, onOutput } = this.options;
    onOutput(`$ ${shownWords(words).join(' ')}\n`);
    this.lastLine = '';
    try {
      return await runGuarded({
        file: words[0],
        args: words.slice(1),
        cwd,
        env,
        signal,
        onOutput: (text) => {
          this.lastLine = text.trim().split(/[\r\n]+/).at(-1) || this.lastLine;
          onOutput(text);
        },
      });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw notStarted(words[0], cwd, error as NodeJS.ErrnoException);
    }
  }

  private async whenAccepting(signal: AbortSignal): Promise<boolean> {
    const { endpoints, limitMs = LIMIT_MS } = this.options;
    const until = performance.now() + limitMs;
    for (; performance.now() < until && !signal.aborted; await pause(POLL_MS)) {
      const open = await Promise.all(endpoints.map((endpoint) => accepts(endpoint, signal)));
      if (open.every(Boolean)) return true;
    }
    return false;
  }

  private reasonBefore(result: RunResult | undefined): string {
    const { endpoints, limitMs = LIMIT_MS } = this.options;
    const where = endpoints.map(endpointText).join(', ');
    if (result === undefined) {
      return `${this.command} runs, but nothing accepts connections on ${where} after ${Math.round(limitMs / 1000)} s${this.quoted()}.`;
    }
    const advice = result.exitCode === 0 ? ' A command that goes to the background, as ssh -f does, cannot be used.' : '';
    return `${this.command} ended${howEnded(result)} before ${where} accepted connections${this.quoted()}.${advice}`;
  }

  /** What it printed last, in a sentence. */
  private quoted(): string {
    return this.lastLine === '' ? '' : `: ${this.lastLine.slice(0, 200).replace(/\.$/, '')}`;
  }

  private become(state: ForwardState): void {
    this.state = state;
    this.options.onState(state);
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}

function notStarted(file: string, cwd: string, { code, message }: NodeJS.ErrnoException): CaptureError {
  const fail = (text: string) => new CaptureError('unreachable', text, undefined, message);
  if (code === 'ENOENT' && !existsSync(cwd)) return fail(`${file} cannot run in ${cwd}: there is no such folder.`);
  if (code === 'ENOENT') return fail(`${file} was not found: install it, or put its folder on the PATH.`);
  if (code === 'EACCES') return fail(`${file} cannot be run: you have no permission to execute it.`);
  return fail(`${file} cannot be run (${code ?? message}).`);
}

function howEnded(result: RunResult | undefined): string {
  return result === undefined || result.exitCode === null ? '' : ` with status ${result.exitCode}`;
}

function inUse(endpoint: Endpoint, command: string): CaptureError {
  const where = endpointText(endpoint);
  const advice = 'path' in endpoint ? 'choose another path' : 'choose another port in the command and in the address';
  return new CaptureError('unreachable', `Another program already accepts connections on ${where}: end it, or ${advice} (${command}).`);
}
