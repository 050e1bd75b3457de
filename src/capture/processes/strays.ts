import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** From SIGTERM to SIGKILL. */
const GRACE_MS = 1000;
/** SIGKILL is repeated for that long: a program that forks may be faster than one look at the list. */
const KILL_MS = 4000;
const POLL_MS = 15;
/** Processes looked at in one go, some milliseconds of work. */
const SLICE = 64;
const MOST_NAMED = 10;

/** A run of Go tools, by what the environment of all that it starts holds. */
export interface RunMark {
  /** Its own temporary folder; programs that stand in it are the run's too, whatever their environment. */
  readonly folder: string;
  /** A variable whose value no other run has, such as GOTMPDIR. */
  readonly variable: { readonly name: string; readonly value: string };
}

/** Programs run with `folder/work` as Go's temporary folder are found by it. */
export function markOf(folder: string): RunMark {
  return { folder, variable: { name: 'GOTMPDIR', value: join(folder, 'work') } };
}

export interface Stray {
  readonly pid: number;
  /** The program's name, as the system gives it. */
  readonly name: string;
}

export interface StraysEnded {
  readonly ended: readonly Stray[];
  /** These run on. */
  readonly left: readonly Stray[];
  /** false: on this system such processes cannot be found. */
  readonly canFind: boolean;
}

/**
 * Ends the processes of a run that have left its process tree: daemons, and what called setsid. SIGTERM first, SIGKILL
 * after a second, again until none is left, for five seconds at most. Never rejects.
 * @param spareTelemetry go's own upload of telemetry may go on: it ends by itself, and needs nothing of the run
 */
export async function endStrays(
  mark: RunMark,
  { spareTelemetry = false, graceMs = GRACE_MS }: { readonly spareTelemetry?: boolean; readonly graceMs?: number } = {},
): Promise<StraysEnded> {
  const search = searchOn(process.platform, mark, spareTelemetry);
  if (search === undefined) return { ended: [], left: [], canFind: false };
  const ended = new Map<number, Stray>();
  const asked = new Set<number>();
  const startedAt = performance.now();
  for (;;) {
    const passed = performance.now() - startedAt;
    const mayAsk = passed < graceMs;
    const found = await search.find((stray) => {
      ended.set(stray.pid, stray);
      if (!mayAsk) signal(stray.pid, 'SIGKILL');
      else if (!asked.has(stray.pid)) signal(stray.pid, 'SIGTERM');
      asked.add(stray.pid);
    });
    if (found === undefined) return { ended: [], left: [], canFind: false };
    if (found.strays.length === 0 && found.isSure) return { ended: [...ended.values()], left: [], canFind: true };
    if (passed > graceMs + KILL_MS) return withLeft(ended, found.strays);
    await delay(POLL_MS);
  }
}

/** Marks of runs that must not outlive this process, whatever ends it. */
const live = new Set<RunMark>();
let watching = false;

/** From now on until the returned function is called, the run's programs are killed when this process exits. */
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
  for (const pid of search.pids()) if (search.look(pid) === 'stray') signal(pid, 'SIGKILL');
}

/** What a user has to know, as a line of the output; empty: nothing. */
export function straysText({ ended, left, canFind }: StraysEnded, isCancelled: boolean): string {
  if (!canFind) {
    const advice = 'look for them in the list of processes';
    return isCancelled ? `Programs that the run has detached from itself cannot be found on this system: ${advice}.\n` : '';
  }
  const lines = [];
  if (ended.length > 0) lines.push(`Ended what the run left running: ${namesOf(ended)}.\n`);
  if (left.length > 0) lines.push(`These programs of the run could not be ended: ${namesOf(left)}.\n`);
  return lines.join('');
}

function namesOf(strays: readonly Stray[]): string {
  const names = strays.slice(0, MOST_NAMED).map(({ pid, name }) => `${name} (process ${pid})`);
  const more = strays.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function withLeft(ended: ReadonlyMap<number, Stray>, left: readonly Stray[]): StraysEnded {
  const pids = new Set(left.map(({ pid }) => pid));
  return { ended: [...ended.values()].filter(({ pid }) => !pids.has(pid)), left, canFind: true };
}

interface Found {
  readonly strays: readonly Stray[];
  /** false: a process came, went or started another program meanwhile; it may be one of the run. */
  readonly isSure: boolean;
}

interface Search {
  /** Calls `onStray` as soon as one is found. undefined: the list of processes cannot be read. */
  find(onStray: (stray: Stray) => void): Promise<Found | undefined>;
}

function searchOn(platform: NodeJS.Platform, mark: RunMark, spareTelemetry: boolean): Search | undefined {
  if (platform === 'linux') return new ProcSearch(mark, spareTelemetry);
  if (platform === 'darwin') return new PsSearch(mark, spareTelemetry);
  return undefined;
}

/** More looks in a row that are not sure than these mean that the machine is busy with other programs. */
const MOST_UNSURE = 20;

class ProcSearch implements Search {
  private readonly entry: Buffer;
  private readonly below: string;
  private readonly user = process.getuid?.();
  /** Processes that are not the run's. Their ids are not given to others within the seconds that a search takes. */
  private readonly others = new Set([process.pid]);
  /** Those without an environment: it is so for a moment while another program is started, and for kernel threads. */
  private readonly empty = new Set<number>();
  private unsure = 0;

  constructor(mark: RunMark, private readonly spareTelemetry: boolean) {
    this.entry = Buffer.from(`\0${mark.variable.name}=${mark.variable.value}\0`);
    this.below = mark.folder + sep;
  }

  async find(onStray: (stray: Stray) => void): Promise<Found | undefined> {
    let pids;
    try {
      pids = this.pids();
    } catch {
      return undefined;
    }
    const strays: Stray[] = [];
    let isSure = true;
    for (const [i, pid] of pids.entries()) {
      if (i % SLICE === SLICE - 1) await nextTurn();
      const seen = this.look(pid);
      if (seen === 'unknown') isSure = false;
      if (seen !== 'stray') continue;
      const stray = { pid, name: nameOf(pid) };
      strays.push(stray);
      onStray(stray);
    }
    if (isSure) this.unsure = 0;
    else this.unsure++;
    return { strays, isSure: isSure || this.unsure > MOST_UNSURE };
  }

  pids(): number[] {
    return readdirSync('/proc').map(Number).filter((pid) => pid > 0 && !this.others.has(pid));
  }

  look(pid: number): 'stray' | 'other' | 'unknown' {
    try {
      if (statSync(`/proc/${pid}`).uid !== this.user) return this.isOther(pid);
      const environment = Buffer.concat([Buffer.from('\0'), readFileSync(`/proc/${pid}/environ`), Buffer.from('\0')]);
      if (environment.length === 2) return this.withoutEnvironment(pid);
      if (this.spareTelemetry && environment.includes('\0GO_TELEMETRY_CHILD=1\0')) return this.isOther(pid);
      return environment.includes(this.entry) || this.standsInFolder(pid) ? 'stray' : this.isOther(pid);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'EACCES' || code === 'EPERM' ? this.isOther(pid) : 'unknown';
    }
  }

  private withoutEnvironment(pid: number): 'stray' | 'other' | 'unknown' {
    if (this.standsInFolder(pid)) return 'stray';
    if (this.empty.has(pid)) return 'other';
    this.empty.add(pid);
    return 'unknown';
  }

  private standsInFolder(pid: number): boolean {
    try {
      return readlinkSync(`/proc/${pid}/exe`).startsWith(this.below);
    } catch {
      return false;
    }
  }

  private isOther(pid: number): 'other' {
    this.others.add(pid);
    return 'other';
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim().replace(/\p{Cc}/gu, '?');
  } catch {
    return 'a program';
  }
}

/** macOS: `ps` shows the environment of the user's own processes behind their arguments. */
class PsSearch implements Search {
  constructor(
    private readonly mark: RunMark,
    private readonly spareTelemetry: boolean,
  ) {}

  async find(onStray: (stray: Stray) => void): Promise<Found | undefined> {
    try {
      const args = ['-E', '-ww', '-x', '-U', String(process.getuid?.()), '-o', 'pid=,command='];
      const { stdout } = await promisify(execFile)('ps', args, { maxBuffer: 1 << 26 });
      const strays = straysInList(stdout, this.mark, this.spareTelemetry);
      strays.forEach(onStray);
      return { strays, isSure: true };
    } catch {
      return undefined;
    }
  }
}

/** Lines are `pid program arguments NAME=value …`. */
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
    // It has ended meanwhile.
  }
}
