import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { GRACE_MS } from '../../common/processes/endProcessTree';

/** How long SIGKILL is repeated, because a program may fork while the list of processes is read. */
const KILL_MS = 4000;
const POLL_MS = 15;
/** Number of processes between two turns of the event loop; checking them takes a few milliseconds. */
const SLICE = 64;
const MAX_NAMED = 10;

/** Identifies the processes of one run of Go tools, by a variable that all of them inherit. */
export interface RunMark {
  /** The run's temporary folder. A program in this folder belongs to the run, whatever its environment. */
  readonly folder: string;
  /** A variable with a value that no other run has, such as GOTMPDIR. */
  readonly variable: { readonly name: string; readonly value: string };
}

/** The mark of a run whose GOTMPDIR is `folder/work`. */
export function markOf(folder: string): RunMark {
  return { folder, variable: { name: 'GOTMPDIR', value: join(folder, 'work') } };
}

export interface Stray {
  readonly pid: number;
  /** The program's name according to the system. */
  readonly name: string;
}

export interface StraysEnded {
  readonly ended: readonly Stray[];
  /** Processes that could not be ended. */
  readonly left: readonly Stray[];
  /** False if the processes of a run cannot be found on this system. */
  readonly canFind: boolean;
}

/**
 * Ends the remaining processes of a run, even if they have left its process tree, as daemons and callers of setsid do.
 * Sends SIGTERM, and after `graceMs` SIGKILL until no process is left, for at most four more seconds. Never rejects.
 * @param spareTelemetry whether to spare Go's upload of telemetry, which ends by itself and needs nothing from the run
 */
export async function endStrays(
  mark: RunMark,
  { spareTelemetry = false, graceMs = GRACE_MS }: { readonly spareTelemetry?: boolean; readonly graceMs?: number } = {},
): Promise<StraysEnded> {
  const search = searchOn(process.platform, mark, spareTelemetry);
  if (search === undefined) return { ended: [], left: [], canFind: false };
  const ended = new Map<number, Stray>();
  const signaled = new Set<number>();
  const startedAt = performance.now();
  for (;;) {
    const elapsed = performance.now() - startedAt;
    const isGracePeriod = elapsed < graceMs;
    const result = await search.find((stray) => {
      ended.set(stray.pid, stray);
      if (!isGracePeriod) signal(stray.pid, 'SIGKILL');
      else if (!signaled.has(stray.pid)) signal(stray.pid, 'SIGTERM');
      signaled.add(stray.pid);
    });
    if (result === undefined) return { ended: [], left: [], canFind: false };
    if (result.strays.length === 0 && result.isComplete) return { ended: [...ended.values()], left: [], canFind: true };
    if (elapsed > graceMs + KILL_MS) return withLeft(ended, result.strays);
    await delay(POLL_MS);
  }
}

/** Runs whose processes are killed when this process exits. */
const live = new Set<RunMark>();
let watching = false;

/** On Linux, kills the run's processes when this process exits, unless the returned function was called before. */
export function killAtExit(mark: RunMark): () => void {
  live.add(mark);
  if (!watching && process.platform === 'linux') {
    watching = true;
    process.on('exit', () => live.forEach(killNow));
  }
  return () => live.delete(mark);
}

function killNow(mark: RunMark): void {
  const search = new ProcSearch(mark, false);
  for (const pid of search.pids()) if (search.classify(pid) === 'stray') signal(pid, 'SIGKILL');
}

/** Lines for the output that name the processes; empty if there is nothing to report. */
export function straysText({ ended, left, canFind }: StraysEnded, isCancelled: boolean): string {
  if (!canFind) {
    const advice = 'look for them in the list of processes';
    return isCancelled ? `Processes that detached themselves from the run cannot be found on this system; ${advice}.\n` : '';
  }
  const lines = [];
  if (ended.length > 0) lines.push(`Ended processes that the run left running: ${namesOf(ended)}.\n`);
  if (left.length > 0) lines.push(`These processes of the run could not be ended: ${namesOf(left)}.\n`);
  return lines.join('');
}

function namesOf(strays: readonly Stray[]): string {
  const names = strays.slice(0, MAX_NAMED).map(({ pid, name }) => `${name} (process ${pid})`);
  const more = strays.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function withLeft(ended: ReadonlyMap<number, Stray>, left: readonly Stray[]): StraysEnded {
  const pids = new Set(left.map(({ pid }) => pid));
  return { ended: [...ended.values()].filter(({ pid }) => !pids.has(pid)), left, canFind: true };
}

interface FoundStrays {
  readonly strays: readonly Stray[];
  /** False if a process that started, ended or called exec meanwhile may belong to the run. */
  readonly isComplete: boolean;
}

interface Search {
  /** Calls `onStray` for each stray as soon as it is found. Resolves to undefined if processes cannot be listed. */
  find(onStray: (stray: Stray) => void): Promise<FoundStrays | undefined>;
}

function searchOn(platform: NodeJS.Platform, mark: RunMark, spareTelemetry: boolean): Search | undefined {
  if (platform === 'linux') return new ProcSearch(mark, spareTelemetry);
  if (platform === 'darwin') return new PsSearch(mark, spareTelemetry);
  return undefined;
}

/** The flag of kernel threads in /proc/PID/stat: PF_KTHREAD in Linux's sched.h. */
const KERNEL_THREAD = 0x200000;

/** After this many incomplete searches in a row without a find, changing processes count as other programs. */
const MAX_INCOMPLETE = 20;

/** Finds the processes of a run on Linux, by reading /proc. */
export class ProcSearch implements Search {
  private readonly entry: Buffer;
  private readonly folderPrefix: string;
  private readonly user = process.getuid?.();
  /** Processes of other programs. The system does not reuse their ids within the seconds that a search takes. */
  private readonly otherPrograms = new Set([process.pid]);
  /** Processes that had no environment. A process that has become a zombie may have started another shortly before. */
  private readonly empty = new Set<number>();
  private incompleteSearches = 0;

  constructor(mark: RunMark, private readonly spareTelemetry: boolean) {
    this.entry = Buffer.from(`\0${mark.variable.name}=${mark.variable.value}\0`);
    this.folderPrefix = mark.folder + sep;
  }

  async find(onStray: (stray: Stray) => void): Promise<FoundStrays | undefined> {
    let pids;
    try {
      pids = this.pids();
    } catch {
      return undefined;
    }
    const strays: Stray[] = [];
    let isComplete = true;
    for (const [i, pid] of pids.entries()) {
      if (i % SLICE === SLICE - 1) await nextTurn();
      const kind = this.classify(pid);
      if (kind === 'unknown') isComplete = false;
      if (kind !== 'stray') continue;
      const stray = { pid, name: nameOf(pid) };
      strays.push(stray);
      onStray(stray);
    }
    // A run of which something was found may have started more meanwhile.
    if (isComplete || strays.length > 0) this.incompleteSearches = 0;
    else this.incompleteSearches++;
    return { strays, isComplete: isComplete || this.incompleteSearches > MAX_INCOMPLETE };
  }

  pids(): number[] {
    return readdirSync('/proc').map(Number).filter((pid) => pid > 0 && !this.otherPrograms.has(pid));
  }

  /** Classifies a process. 'unknown' means that it is starting or ending, and must be checked again. */
  classify(pid: number): 'stray' | 'other' | 'unknown' {
    try {
      if (statSync(`/proc/${pid}`).uid !== this.user) return this.rememberOther(pid);
      const environment = Buffer.concat([Buffer.from('\0'), readFileSync(`/proc/${pid}/environ`), Buffer.from('\0')]);
      if (environment.length === 2) return this.withoutEnvironment(pid);
      if (this.spareTelemetry && environment.includes('\0GO_TELEMETRY_CHILD=1\0')) return this.rememberOther(pid);
      return environment.includes(this.entry) || this.runsFromFolder(pid) ? 'stray' : this.rememberOther(pid);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM') return this.rememberOther(pid);
      // For a process without memory, newer kernels report ESRCH, older ones an empty environment.
      return code === 'ESRCH' ? this.withoutEnvironment(pid) : 'unknown';
    }
  }

  private withoutEnvironment(pid: number): 'stray' | 'other' | 'unknown' {
    if (this.runsFromFolder(pid)) return 'stray';
    const isKnown = this.empty.has(pid);
    this.empty.add(pid);
    return isKnown && !callsExec(pid) ? 'other' : 'unknown';
  }

  private runsFromFolder(pid: number): boolean {
    try {
      return readlinkSync(`/proc/${pid}/exe`).startsWith(this.folderPrefix);
    } catch {
      return false;
    }
  }

  private rememberOther(pid: number): 'other' {
    this.otherPrograms.add(pid);
    return 'other';
  }
}

/**
 * Whether a process without an environment has none because it is calling exec, which may take long on a busy machine,
 * or has ended. Zombies and kernel threads never have one, and other programs that were started without one have an
 * address for it.
 */
function callsExec(pid: number): boolean {
  try {
    // See proc_pid_stat(5). The program's name, in parentheses, may contain spaces; the fields after it count here.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '').split(' ');
    const [state, flags, environmentEnd] = [fields[0], Number(fields[6]), Number(fields[48])];
    return state !== 'Z' && (flags & KERNEL_THREAD) === 0 && environmentEnd === 0;
  } catch {
    return true;
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim().replace(/\p{Cc}/gu, '?');
  } catch {
    return 'a program';
  }
}

/** Finds the processes of a run on macOS, where `ps` prints the environment of the user's processes. */
class PsSearch implements Search {
  constructor(
    private readonly mark: RunMark,
    private readonly spareTelemetry: boolean,
  ) {}

  async find(onStray: (stray: Stray) => void): Promise<FoundStrays | undefined> {
    try {
      const args = ['-E', '-ww', '-x', '-U', String(process.getuid?.()), '-o', 'pid=,command='];
      const { stdout } = await promisify(execFile)('ps', args, { maxBuffer: 1 << 26 });
      const strays = straysInList(stdout, this.mark, this.spareTelemetry);
      strays.forEach(onStray);
      return { strays, isComplete: true };
    } catch {
      return undefined;
    }
  }
}

/** Finds the strays in lines of `pid program arguments NAME=value …`. */
export function straysInList(list: string, { folder, variable }: RunMark, spareTelemetry: boolean): Stray[] {
  const entry = ` ${variable.name}=${variable.value} `;
  return list.split('\n').flatMap((line) => {
    const [, digits, rest] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    if (digits === undefined || rest === undefined || Number(digits) === process.pid) return [];
    if (spareTelemetry && rest.includes(' GO_TELEMETRY_CHILD=1')) return [];
    if (!`${rest} `.includes(entry) && !rest.startsWith(folder + sep)) return [];
    const [program = ''] = rest.split(' ');
    return [{ pid: Number(digits), name: program.slice(program.lastIndexOf('/') + 1) }];
  });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
