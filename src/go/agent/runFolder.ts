import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PieceKind, ProgramKind } from '../captureTypes';
import { openRegular, readRegular } from '../../common/regularFile';
import { AGENT_VARIABLE } from './agentText';
import { readWallSampling, type WallSampling } from './wallSampling';

/**
 * How a program ended: it returned from main or called os.Exit, by a signal that it did not handle, by a panic or a
 * fatal error with the text that Go printed, or without a word: killed, as by SIGKILL, or stopped because the user
 * asked for it; or it goes on without being measured.
 */
export type Ending =
  | { readonly how: 'exited' | 'detached' | 'killed' | 'stopped' }
  | { readonly how: 'signal'; readonly signal: number }
  | { readonly how: 'crashed'; readonly text: string };

/** Leaked goroutines: ones that wait for what nothing else can reach, so that they never go on. */
export interface FoundLeaks {
  /** As the runtime counts them. */
  readonly count: number;
  /** All goroutines, as debug=2 prints them, which marks those that are leaked. Go cuts a text of more than 64 MB. */
  readonly text: Uint8Array;
}

/** One piece of a CPU or wall profile, a whole profile by itself. */
export interface ProfilePiece {
  readonly kind: PieceKind;
  /** Counted from 0. */
  readonly index: number;
  /** When it began, in milliseconds since the agent began. */
  readonly begin: number;
  /** How long it was measured, in milliseconds. */
  readonly millis: number;
  /** How long nothing was measured between it and the next one, in microseconds. */
  readonly gapMicros: number;
  /** Gzipped. */
  readonly bytes: Uint8Array;
}

/** What was added to the runtime's figures. */
export interface AddedFigures {
  readonly text: string;
  /** Whether it replaces what was read before, with half as many rows. */
  readonly isAnew: boolean;
}

/** Limit in bytes for the figures that are read at once: several times a whole file. */
const MAX_FIGURE_BYTES = 4 << 20;

const RUNTIME_LOG = 'runtime.log';
/** Limit in bytes for the text of a crash: that of a program with very many goroutines is cut. */
const MAX_CRASH_BYTES = 4 << 20;

/**
 * The folder in which the agent of one run of a program writes its profiles, and reads the editor's orders.
 *
 *     pid                       the process
 *     cpu.0.pb.gz, cpu.1.pb.gz  pieces of the CPU profile
 *     cpu.0.times, cpu.1.times  how many milliseconds each was measured, how many microseconds nothing was then, and
 *                               when it began, in milliseconds since the agent began
 *     figures.0                 the runtime's own figures: see agentFigures; replaced by figures.1 when it is long
 *     wall.0.pb.gz, …           pieces of the wall profile, with their times
 *     sampled.wall              see WallSampling
 *     memory.pb.gz, …           other kinds, replaced by newer ones
 *     leaks.txt, leaks.count    all goroutines as text, those that are leaked marked, and the number of these
 *     trace                     an execution trace
 *     crash                     what Go printed when the program crashed; empty otherwise
 *     failed.cpu                why a kind is missing
 *     runtime.log               what the runtime printed, println and panics too, if GODEBUG has gctrace or schedtrace;
 *                               on Linux
 *     signals                   that the program handles signals itself
 *     control, done             the last order, and the number of the last one that was carried out
 *     end                       how it ended, written last
 */
export class RunFolder {
  private orders = 0;
  private readonly nextPiece: Record<PieceKind, number> = { cpu: 0, wall: 0 };
  /** What was read of the runtime's figures. */
  private figures = { name: 'figures.0', bytes: 0 };

  private constructor(
    private readonly folder: string,
    readonly kinds: readonly ProgramKind[],
  ) {}

  /** Makes the folder. Throws the system's error. */
  static async make(folder: string, kinds: readonly ProgramKind[]): Promise<RunFolder> {
    await mkdir(folder);
    return new RunFolder(folder, kinds);
  }

  /** The variable with which the program is started. */
  get env(): Readonly<Record<string, string>> {
    return { [AGENT_VARIABLE]: `${this.kinds.join(' ')}\n${this.folder}` };
  }

  /** The id of the process; undefined before it has begun. */
  async pid(): Promise<number | undefined> {
    const pid = Number(await this.textOf('pid'));
    return pid > 0 ? pid : undefined;
  }

  /** Reads the pieces of a kind that are complete and were not read before. Throws like readRegular. */
  async newPieces(kind: PieceKind, maxBytes: number, signal: AbortSignal): Promise<ProfilePiece[]> {
    const names = new Set(await readdir(this.folder));
    const pieces: ProfilePiece[] = [];
    for (let index = this.nextPiece[kind]; names.has(`${kind}.${index}.pb.gz`); this.nextPiece[kind] = ++index) {
      const bytes = await readRegular(join(this.folder, `${kind}.${index}.pb.gz`), maxBytes, signal);
      const [millis = 0, gapMicros = 0, begin = 0] = (await this.textOf(`${kind}.${index}.times`)).split(' ').map(Number);
      pieces.push({ kind, index, begin, millis, gapMicros, bytes });
    }
    return pieces;
  }

  /** Deletes pieces that were read. Never rejects. */
  async removePieces(pieces: readonly ProfilePiece[]): Promise<void> {
    const names = pieces.flatMap(({ kind, index }) => [`${kind}.${index}.pb.gz`, `${kind}.${index}.times`]);
    await Promise.all(names.map((name) => rm(join(this.folder, name), { force: true }).catch(() => undefined)));
  }

  /** Reads what the agent has added to the runtime's figures; undefined if nothing. Throws like openRegular. */
  async newFigures(): Promise<AddedFigures | undefined> {
    const names = (await readdir(this.folder)).filter((each) => /^figures\.\d{1,9}$/.test(each));
    if (names.length === 0) return undefined;
    const newest = names.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a));
    const isAnew = newest !== this.figures.name;
    if (isAnew) this.figures = { name: newest, bytes: 0 };
    const { handle, size } = await openRegular(join(this.folder, newest));
    try {
      const length = Math.min(size - this.figures.bytes, MAX_FIGURE_BYTES);
      if (length <= 0) return undefined;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, this.figures.bytes);
      this.figures.bytes += bytesRead;
      return { text: buffer.toString('latin1', 0, bytesRead), isAnew };
    } finally {
      await handle.close();
    }
  }

  /** What the runtime printed, with GODEBUG=gctrace or schedtrace, println and panics too. Throws like readRegular. */
  async runtimeLog(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const names = await readdir(this.folder);
    return names.includes(RUNTIME_LOG) ? readRegular(join(this.folder, RUNTIME_LOG), maxBytes, signal) : undefined;
  }

  /** Whether the program handles signals itself, according to the last profile of goroutines. */
  async usesSignals(): Promise<boolean> {
    return (await this.textOf('signals')) !== '';
  }

  /** The newest profile of a kind other than cpu, gzipped; undefined if there is none. Throws like readRegular. */
  async profileOf(kind: ProgramKind, maxBytes: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const names = await readdir(this.folder);
    return names.includes(`${kind}.pb.gz`) ? readRegular(join(this.folder, `${kind}.pb.gz`), maxBytes, signal) : undefined;
  }

  /** When the newest profile of a kind was written, in milliseconds since the agent began; undefined if not known. */
  async takenAt(kind: ProgramKind): Promise<number | undefined> {
    // The agent writes its process first of all.
    const paths = [`${kind}.pb.gz`, 'pid'].map((name) => join(this.folder, name));
    const times = await Promise.all(paths.map((path) => stat(path).then(({ mtimeMs }) => mtimeMs, () => NaN)));
    const millis = times[0] - times[1];
    return millis >= 0 ? Math.round(millis) : undefined;
  }

  /** What the search for leaked goroutines has found; undefined before. Throws like readRegular. */
  async leaks(maxBytes: number, signal: AbortSignal): Promise<FoundLeaks | undefined> {
    const count = await this.textOf('leaks.count');
    if (count === '') return undefined;
    const text = await readRegular(join(this.folder, 'leaks.txt'), maxBytes, signal);
    return { count: Number(count), text };
  }

  /** The path of the execution trace; undefined if none was begun. */
  async tracePath(): Promise<string | undefined> {
    const names = await readdir(this.folder);
    return names.includes('trace') ? join(this.folder, 'trace') : undefined;
  }

  /** Why a kind could not be written; undefined if it could, or the program did not say so. */
  async failureOf(kind: ProgramKind): Promise<string | undefined> {
    return (await this.textOf(`failed.${kind}`)) || undefined;
  }

  /** Moves the wall profile of a test, which is one piece, if there is one. Throws the system's error. */
  async moveWall(to: string): Promise<void> {
    await rename(join(this.folder, 'wall.0.pb.gz'), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  /** What the wall profile rests on until now; undefined if there is none. */
  async wallSampling(): Promise<WallSampling | undefined> {
    return readWallSampling(await this.textOf('sampled.wall'));
  }

  /** Has the agent end the current piece, and write these kinds anew. Resolves to the number of the order. */
  async takeNow(kinds: readonly ProgramKind[]): Promise<number> {
    return this.order(kinds.length > 0 ? kinds.join(' ') : 'cpu');
  }

  /** Has the agent write everything and stop, while the program goes on. */
  async detach(): Promise<void> {
    await this.order('detach');
  }

  /** The number of the last order of takeNow that was carried out; 0 if there is none. */
  async lastDone(): Promise<number> {
    return Number(await this.textOf('done'));
  }

  /** How the program ended, if the agent has said so, which is after everything was written. */
  async ending(): Promise<Ending | undefined> {
    const [word = '', signal = ''] = (await this.textOf('end')).split(' ');
    if (word === 'exit') return { how: 'exited' };
    if (word === 'detached') return { how: 'detached' };
    return word === 'signal' ? { how: 'signal', signal: Number(signal) } : undefined;
  }

  /** How the program ended. Call when its process has ended. */
  async endingOfEnded(): Promise<Ending> {
    const text = (await this.crash()).trim();
    if (text !== '') return { how: 'crashed', text };
    return (await this.ending()) ?? { how: 'killed' };
  }

  private async crash(): Promise<string> {
    const bytes = await readFile(join(this.folder, 'crash')).catch(() => Buffer.alloc(0));
    return bytes.subarray(0, MAX_CRASH_BYTES).toString();
  }

  private async order(words: string): Promise<number> {
    const number = ++this.orders;
    // The agent must not read half of it.
    const path = join(this.folder, 'control');
    await writeFile(`${path}.new`, `${number} ${words}`);
    await rename(`${path}.new`, path);
    return number;
  }

  private textOf(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8').catch(() => '');
  }
}

function numberOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('.') + 1));
}
