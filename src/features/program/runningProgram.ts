import { setTimeout as pause } from 'node:timers/promises';
import { PIECE_KINDS, type PieceKind, type ProgramKind } from '../../go/captureTypes';
import type { AddedFigures, Ending, ProfilePiece, RunFolder } from '../../go/agent/runFolder';
import type { WallSampling } from '../../go/agent/wallSampling';
import { ignored } from '../../profile/common/ignored';
import type { NamedLeaks } from '../leaks/leaksSentence';
import type { TaskRun } from './programTask';

/** How often the folder of a run is looked at, in milliseconds. */
const POLL_MS = 200;
/** How long the program may take to write its profiles when it is asked to, in milliseconds. */
const WRITE_MS = 10_000;
/** How long an abandoned program may take for it, in milliseconds: without its folder, it stops by itself. */
const ABANDON_MS = 1000;
const NEWLINE = 0x0a;

/** What is done with the profiles of a program that runs. */
export interface ProfileSink {
  /** Adds pieces of a kind. */
  addPieces(kind: PieceKind, pieces: readonly ProfilePiece[]): Promise<void>;
  /** Adds figures of the runtime. */
  addFigures(added: AddedFigures): Promise<void>;
  /** Adds or replaces the profile of another kind. */
  add(kind: ProgramKind, bytes: Uint8Array, options?: AddOptions): Promise<void>;
}

export interface AddOptions {
  /** Whether the user asked for it now. */
  readonly isWanted?: boolean;
  /** Whether the program handles signals itself. */
  readonly usesSignals?: boolean;
  /** When the profile was written, in milliseconds since the program began; undefined if not known. */
  readonly takenAt?: number | undefined;
}

/** What is known when a program has ended. */
export interface EndedProgram {
  readonly ending: Ending;
  readonly exitCode: number | undefined;
  readonly seconds: number;
  /** What the wall profile rests on, if there is one. */
  readonly wall?: WallSampling | undefined;
  /** Why kinds are missing, or pieces of them. */
  readonly missing: readonly { readonly kind: ProgramKind; readonly reason: string }[];
  /** The goroutines that it has leaked; unset if they were not looked for. */
  readonly leaks?: NamedLeaks | undefined;
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
  /** Whether there was a piece of the CPU profile, or none is to be expected. */
  private hasCpu = false;
  private endedAt: number | undefined;
  /** Of a program that has ended. */
  private lastLog: Uint8Array | undefined;
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
      this.endedAt = Date.now();
    });
  }

  /** Whether the user has asked the program to end. */
  get isAskedToEnd(): boolean {
    return this.isStopping;
  }

  /** Reads profiles until the program has ended or is detached. Rejects if a profile cannot be read or shown. */
  async follow(sink: ProfileSink, signal: AbortSignal): Promise<EndedProgram> {
    try {
      return await this.read(sink, signal);
    } finally {
      for (const { resolve } of this.wanted) resolve(false);
    }
  }

  private async read(sink: ProfileSink, signal: AbortSignal): Promise<EndedProgram> {
    let isDetached = false;
    while (!this.hasEnded && !isDetached) {
      await Promise.race([pause(POLL_MS), this.ended]);
      isDetached = this.detached.signal.aborted && (await this.folder.ending()) !== undefined;
      await this.readFigures(sink);
      await this.readPieces(sink, signal);
      if (!this.hasEnded && !isDetached) await this.readWanted(sink, signal);
    }
    await this.readFigures(sink);
    await this.readPieces(sink, signal);
    this.lastLog ??= await this.runtimeLog(signal);
    for (const kind of this.folder.kinds) {
      if (isPieceKind(kind)) continue;
      const bytes = await this.folder.profileOf(kind, this.maxBytes, signal);
      if (!bytes) continue;
      const [usesSignals, takenAt] = [await this.folder.usesSignals(), await this.folder.takenAt(kind)];
      await sink.add(kind, bytes, { usesSignals, takenAt });
    }
    const seconds = ((this.endedAt ?? Date.now()) - this.startedAt) / 1000;
    const said = { missing: await this.missing(), wall: await this.folder.wallSampling() };
    if (isDetached) return { ending: { how: 'detached' }, exitCode: undefined, seconds, ...said };
    const ending = await this.folder.endingOfEnded();
    const isStopped = ending.how === 'killed' && this.isStopping;
    return { ending: isStopped ? { how: 'stopped' } : ending, exitCode: this.exitCode, seconds, ...said };
  }

  /** What the runtime printed until now; undefined without gctrace or schedtrace in GODEBUG, or not on Linux. */
  async runtimeLog(signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (this.lastLog) return this.lastLog;
    const reading = this.folder.runtimeLog(this.maxBytes, signal);
    const log = await reading.catch(ignored('a runtime log is not read', undefined));
    // Half of a line has half of a figure.
    return log?.subarray(0, log.lastIndexOf(NEWLINE) + 1);
  }

  /** Has the program write a profile of this kind now. Resolves to whether it did when it is shown. */
  async take(kind: ProgramKind): Promise<boolean> {
    return new Promise<boolean>((resolve) => this.wanted.push({ kind, resolve }));
  }

  /** Ends the program as Ctrl+C does, after it has written what it has. On Windows, the process is terminated. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const pid = await this.folder.pid();
    const order = await this.folder.takeNow(this.folder.kinds.filter((kind) => !isPieceKind(kind)));
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
    // The agent empties it.
    this.lastLog = await this.runtimeLog(new AbortController().signal);
    await this.folder.detach();
    this.detached.abort();
  }

  /** Has a program that cannot be followed go on without being measured. Its folder can then be removed. */
  async abandon(): Promise<void> {
    await this.detach();
    for (const until = Date.now() + ABANDON_MS; Date.now() < until && !this.hasEnded; await pause(POLL_MS / 4)) {
      if ((await this.folder.ending()) !== undefined) return;
    }
  }

  private async missing(): Promise<EndedProgram['missing']> {
    const reasons = this.folder.kinds.map(async (kind) => ({ kind, reason: await this.folder.failureOf(kind) }));
    return (await Promise.all(reasons)).flatMap(({ kind, reason }) => (reason === undefined ? [] : [{ kind, reason }]));
  }

  private async readFigures(sink: ProfileSink): Promise<void> {
    const added = await this.folder.newFigures().catch(ignored('figures of the runtime are not read', undefined));
    if (added) await sink.addFigures(added);
  }

  private async readPieces(sink: ProfileSink, signal: AbortSignal): Promise<void> {
    for (const kind of PIECE_KINDS.filter((each) => this.folder.kinds.includes(each))) {
      const pieces = await this.folder.newPieces(kind, this.maxBytes, signal);
      // The first profile is the one that is shown: of cpu and wall, that is cpu.
      if (kind === 'cpu') this.hasCpu ||= pieces.length > 0 || (await this.folder.failureOf('cpu')) !== undefined;
      if (kind === 'cpu' && !this.hasCpu && !this.hasEnded) return;
      if (pieces.length === 0) continue;
      await sink.addPieces(kind, pieces);
      // A service may run for days.
      await this.folder.removePieces(pieces);
    }
  }

  private async readWanted(sink: ProfileSink, signal: AbortSignal): Promise<void> {
    const { wanted } = this;
    this.wanted = [];
    if (wanted.length === 0) return;
    const kinds = [...new Set(wanted.map(({ kind }) => kind))];
    const there = new Set<ProgramKind>();
    try {
      const isDone = await this.isDone(await this.folder.takeNow(kinds));
      for (const kind of isDone ? kinds : []) {
        const bytes = await this.folder.profileOf(kind, this.maxBytes, signal);
        if (!bytes) continue;
        there.add(kind);
        await sink.add(kind, bytes, { isWanted: true, takenAt: await this.folder.takenAt(kind) });
      }
    } finally {
      for (const { kind, resolve } of wanted) resolve(there.has(kind));
    }
  }

  /** Waits until an order is carried out, but not for a program that ends or does not react. */
  private async isDone(order: number): Promise<boolean> {
    for (const until = Date.now() + WRITE_MS; Date.now() < until && !this.hasEnded; await pause(POLL_MS / 4)) {
      if ((await this.folder.lastDone()) >= order) return true;
    }
    return false;
  }
}

function isPieceKind(kind: ProgramKind): kind is PieceKind {
  return PIECE_KINDS.some((each) => each === kind);
}
