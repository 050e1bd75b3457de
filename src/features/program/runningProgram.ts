import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramKind } from '../../go/captureTypes';
import type { CpuPiece, Ending, RunFolder } from '../../go/program/runFolder';
import type { TaskRun } from './programTask';

/** How often the folder of a run is looked at, in milliseconds. */
const POLL_MS = 200;
/** How long the program may take to write its profiles when it is asked to, in milliseconds. */
const WRITE_MS = 10_000;

/** What is done with the profiles of a program that runs. */
export interface ProfileSink {
  /** Adds pieces of the CPU profile. */
  addCpu(pieces: readonly CpuPiece[]): Promise<void>;
  /** Adds or replaces the profile of another kind. @param isWanted whether the user asked for it now */
  add(kind: ProgramKind, bytes: Uint8Array, isWanted?: boolean): Promise<void>;
}

/** What is known when a program has ended. */
export interface EndedProgram {
  readonly ending: Ending;
  readonly exitCode: number | undefined;
  readonly seconds: number;
}

/** A program that runs in a terminal while its profiles are read. */
export class RunningProgram {
  readonly startedAt = Date.now();
  private readonly detached = new AbortController();
  /** Kinds of which the user wants a profile now. */
  private wanted: { readonly kind: ProgramKind; readonly resolve: (isThere: boolean) => void }[] = [];
  private isStopping = false;
  private exitCode: number | undefined;
  private hasEnded = false;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  constructor(
    /** `caddy`. */
    readonly title: string,
    private readonly folder: RunFolder,
    private readonly task: TaskRun,
    private readonly maxBytes: number,
  ) {
    this.ended = task.ended.then((code) => {
      this.exitCode = code;
      this.hasEnded = true;
    });
  }

  /** Whether the user has asked the program to end. */
  get isAskedToEnd(): boolean {
    return this.isStopping;
  }

  /** Reads profiles until the program has ended or is detached. Rejects if a profile cannot be read or shown. */
  async follow(sink: ProfileSink, signal: AbortSignal): Promise<EndedProgram> {
    let isDetached = false;
    while (!this.hasEnded && !isDetached) {
      await Promise.race([pause(POLL_MS), this.ended]);
      isDetached = this.detached.signal.aborted && (await this.folder.ending()) !== undefined;
      await this.readPieces(sink, signal);
      if (!this.hasEnded && !isDetached) await this.readWanted(sink, signal);
    }
    await this.readPieces(sink, signal);
    for (const kind of this.folder.kinds) {
      if (kind === 'cpu') continue;
      const bytes = await this.folder.profileOf(kind, this.maxBytes, signal);
      if (bytes) await sink.add(kind, bytes);
    }
    for (const { resolve } of this.wanted) resolve(false);
    const ending = isDetached ? ({ how: 'detached' } as const) : await this.folder.endingOfEnded();
    return { ending, exitCode: this.exitCode, seconds: (Date.now() - this.startedAt) / 1000 };
  }

  /** Has the program write a profile of this kind now. Resolves to whether it did when it is shown. */
  async take(kind: ProgramKind): Promise<boolean> {
    return new Promise<boolean>((resolve) => this.wanted.push({ kind, resolve }));
  }

  /** Ends the program as Ctrl+C does, after it has written what it has. On Windows, the process is terminated. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const pid = await this.folder.pid();
    const order = await this.folder.takeNow(this.folder.kinds.filter((kind) => kind !== 'cpu'));
    await this.isDone(order);
    if (process.platform === 'win32' || pid === undefined) return this.task.terminate();
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // It has already ended.
    }
  }

  /** Ends the process at once. */
  kill(): void {
    this.isStopping = true;
    this.task.terminate();
  }

  /** Leaves the program running, without being measured. */
  async detach(): Promise<void> {
    await this.folder.detach();
    this.detached.abort();
  }

  private async readPieces(sink: ProfileSink, signal: AbortSignal): Promise<void> {
    const pieces = await this.folder.newPieces(this.maxBytes, signal);
    if (pieces.length > 0) await sink.addCpu(pieces);
  }

  private async readWanted(sink: ProfileSink, signal: AbortSignal): Promise<void> {
    const { wanted } = this;
    this.wanted = [];
    if (wanted.length === 0) return;
    const kinds = [...new Set(wanted.map(({ kind }) => kind))];
    const isThere = await this.isDone(await this.folder.takeNow(kinds));
    for (const kind of isThere ? kinds : []) {
      const bytes = await this.folder.profileOf(kind, this.maxBytes, signal);
      if (bytes) await sink.add(kind, bytes, true);
    }
    for (const { resolve } of wanted) resolve(isThere);
  }

  /** Waits until an order is carried out, but not for a program that ends or does not react. */
  private async isDone(order: number): Promise<boolean> {
    for (const until = Date.now() + WRITE_MS; Date.now() < until && !this.hasEnded; await pause(POLL_MS / 4)) {
      if ((await this.folder.lastDone()) >= order) return true;
    }
    return false;
  }
}
