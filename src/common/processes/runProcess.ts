import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BoundedText } from './boundedText';
import { childrenOf, endProcessTree, GRACE_MS, killGroupNow, signalOne } from './endProcessTree';
import { LeftOut } from './leftOut';

const KEPT: KeptText = { head: 4 << 20, tail: 4 << 20 };
/** How long output is still read after the process has ended, because a grandchild may keep the pipes open. */
const PIPE_WAIT_MS = 1000;
/** Time limit for a Go program to print its goroutines. */
const DUMP_WAIT_MS = 3000;

export interface RunOptions {
  /** An absolute path, or a name on the PATH in `env`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called with the text of both streams as it arrives. */
  readonly onOutput?: (text: string) => void;
  /** Called with the text of the standard output as it arrives. */
  readonly onStdout?: ((text: string) => void) | undefined;
  /** Takes the standard output as it arrives, which is then not a text, and not in the result. */
  readonly onStdoutBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Takes the standard output as onStdoutBytes does, at the speed at which it is read; ended with the output. */
  readonly stdoutTo?: Writable | undefined;
  /** The standard input; by default empty. */
  readonly stdin?: Readable | undefined;
  /** On abort, the program and its children are asked to end by SIGINT, as Ctrl+C does; on Windows they are ended. */
  readonly interrupt?: AbortSignal | undefined;
  /** The characters of the beginning and the end that are kept of a longer text. */
  readonly kept?: KeptText;
  /** A text that is left out of the standard error, the first time that it is printed. */
  readonly leaveOut?: string | undefined;
  /** Time limit; undefined for no limit. */
  readonly timeoutMs?: number;
  /** Whether the program itself is one of Go, instead of the go command, whose children are such programs. */
  readonly isGoProgram?: boolean;
  /** Time between SIGTERM and SIGKILL; by default GRACE_MS. */
  readonly graceMs?: number;
}

export interface KeptText {
  readonly head: number;
  readonly tail: number;
}

export interface RunResult {
  /** null if a signal ended the process. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** Of a text longer than about 12 million characters, or than `kept`, only the beginning and the end. */
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams as they arrived; of programs with `isGoProgram` only. */
  readonly both?: string;
}

/**
 * Runs a program without a shell and waits until it ends. The program leads its own process group (POSIX), so that
 * abort and timeout end all its descendants. On timeout, it or its children first get SIGQUIT, which makes Go programs
 * print their goroutines. Rejects with the system's error if the program cannot be started, and with `signal.reason` on
 * abort, after the whole tree has ended.
 */
export async function runProcess(options: RunOptions): Promise<RunResult> {
  const { file, args, cwd, env, signal } = options;
  signal.throwIfAborted();
  const child = spawn(file, args, {
    cwd,
    env: { ...env },
    shell: false,
    windowsHide: true,
    detached: process.platform !== 'win32',
    stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  feed(child, options.stdin);
  const text = collect(child, options);
  const ended = whenEnded(child);
  // Without a pid the program could not be started, and `ended` rejects.
  const { pid } = child;
  const stopped = pid === undefined ? undefined : stopper(pid, options);
  try {
    const { exitCode, exitSignal } = await Promise.race([ended, ...(stopped === undefined ? [] : [stopped.abandoned])]);
    const timedOut = (await stopped?.settle()) ?? false;
    signal.throwIfAborted();
    const both = options.isGoProgram && { both: text.both.toString() };
    const [stdout, stderr] = [text.stdout.toString(), text.stderr.toString()];
    return { exitCode, signal: exitSignal, timedOut, stdout, stderr, ...both };
  } finally {
    child.stdout?.destroy();
    child.stderr?.destroy();
    if (pid !== undefined) running.delete(pid);
  }
}

/** A program that does not read its input to its end is no failure. */
function feed(child: ChildProcess, input: Readable | undefined): void {
  if (input === undefined || child.stdin === null) return;
  child.stdin.on('error', () => undefined).on('close', () => input.destroy());
  input.pipe(child.stdin);
}

interface Collected {
  readonly stdout: BoundedText;
  readonly stderr: BoundedText;
  readonly both: BoundedText;
}

function collect(child: ChildProcess, options: RunOptions): Collected {
  const { onOutput, onStdout, onStdoutBytes, stdoutTo, isGoProgram, leaveOut, kept = KEPT } = options;
  const newText = () => new BoundedText(kept.head, kept.tail);
  const text = { stdout: newText(), stderr: newText(), both: newText() };
  for (const name of ['stdout', 'stderr'] as const) {
    const receive = (chunk: string): void => {
      if (chunk === '') return;
      text[name].append(chunk);
      if (isGoProgram) text.both.append(chunk);
      onOutput?.(chunk);
      if (name === 'stdout') onStdout?.(chunk);
    };
    if (name === 'stdout' && (onStdoutBytes || stdoutTo)) {
      if (onStdoutBytes) child.stdout?.on('data', onStdoutBytes);
      // After pipe(), which pauses the output on close: a program whose output is no longer read must not wait.
      if (stdoutTo) child.stdout?.pipe(stdoutTo).on('close', () => child.stdout?.resume());
      continue;
    }
    const stream = child[name]?.setEncoding('utf8');
    if (leaveOut === undefined || name === 'stdout') stream?.on('data', receive);
    else {
      const filter = new LeftOut(leaveOut);
      stream?.on('data', (chunk: string) => receive(filter.passed(chunk))).on('close', () => receive(filter.rest()));
    }
  }
  return text;
}

interface Ending {
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
}

function whenEnded(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let wait: NodeJS.Timeout | undefined;
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.once('exit', () => {
      wait = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, PIPE_WAIT_MS);
    });
    child.once('close', (exitCode, exitSignal) => {
      clearTimeout(wait);
      resolve({ exitCode, exitSignal });
    });
  });
}

/**
 * Ends the process tree on abort or timeout. `settle` waits until the tree has ended, and returns whether it ended by
 * timeout. `abandoned` resolves if the program survives SIGKILL, for example because it hangs in a system call.
 */
function stopper(pid: number, options: RunOptions) {
  const { signal, interrupt, timeoutMs, isGoProgram = false, graceMs = GRACE_MS } = options;
  trackLive(pid);
  let timedOut = false;
  let stopping: Promise<void> | undefined;
  let abandon: (ending: Ending) => void = () => undefined;
  const abandoned = new Promise<Ending>((resolve) => (abandon = resolve));
  const stop = async (): Promise<void> => {
    await endProcessTree(pid, graceMs);
    setTimeout(() => abandon({ exitCode: null, exitSignal: 'SIGKILL' }), PIPE_WAIT_MS).unref();
  };
  const onAbort = (): void => {
    stopping = stop();
  };
  const onTimeout = (): void => {
    timedOut = true;
    stopping ??= askForDump(pid, isGoProgram).then(stop);
  };
  const onInterrupt = (): void => {
    if (process.platform === 'win32') onAbort();
    else signalOne(-pid, 'SIGINT');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (interrupt?.aborted) onInterrupt();
  interrupt?.addEventListener('abort', onInterrupt, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
  return {
    abandoned,
    settle: async (): Promise<boolean> => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      interrupt?.removeEventListener('abort', onInterrupt);
      await stopping;
      return timedOut;
    },
  };
}

/**
 * Makes a Go program, or the children of `go test`, print their goroutines and exit, by SIGQUIT, which `go test` itself
 * does not forward. Waits for them for at most DUMP_WAIT_MS. Does nothing on Windows.
 */
async function askForDump(pid: number, isGoProgram: boolean): Promise<void> {
  if (process.platform === 'win32') return;
  const asked = isGoProgram ? [pid] : await childrenOf(pid);
  if (asked.length === 0) return;
  const until = performance.now() + DUMP_WAIT_MS;
  for (const each of asked) signalOne(each, 'SIGQUIT');
  while (running.has(pid) && performance.now() < until && (isGoProgram || (await childrenOf(pid)).length > 0)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Process groups to kill when this process exits. */
const running = new Set<number>();
let watching = false;

function trackLive(pid: number): void {
  running.add(pid);
  if (watching || process.platform === 'win32') return;
  watching = true;
  process.on('exit', () => running.forEach(killGroupNow));
}
