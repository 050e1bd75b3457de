import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Time between SIGTERM and SIGKILL, for a process and for what it leaves running. */
export const GRACE_MS = 1000;
const POLL_MS = 25;
/** Time limit for killed processes to disappear. */
const LAST_WAIT_MS = 2000;

/**
 * Ends a process that leads its own group (POSIX) and all its descendants, including those that have left the group.
 * POSIX: SIGTERM, then SIGKILL to the survivors after `graceMs`. Windows: `taskkill /T /F`. Resolves when they have
 * ended, or LAST_WAIT_MS after SIGKILL; never rejects.
 */
export async function endProcessTree(pid: number, graceMs: number): Promise<void> {
  if (process.platform === 'win32') return taskkill(pid);
  const listed = new Set(await descendants(pid));
  signalTree(pid, listed, 'SIGTERM');
  if (await isGoneWithin(pid, listed, graceMs)) return;
  for (const late of await descendants(pid)) listed.add(late);
  signalTree(pid, listed, 'SIGKILL');
  await isGoneWithin(pid, listed, LAST_WAIT_MS);
}

/** Sends SIGKILL to a group without waiting, for use while this process exits. */
export function killGroupNow(pid: number): void {
  signalOne(-pid, 'SIGKILL');
}

/** Direct children of `pid`; empty if processes cannot be listed. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const all = await listProcesses();
  return all.filter(({ parent }) => parent === pid).map((each) => each.pid);
}

async function descendants(pid: number): Promise<readonly number[]> {
  const children = new Map<number, number[]>();
  for (const each of await listProcesses()) {
    const siblings = children.get(each.parent);
    if (siblings === undefined) children.set(each.parent, [each.pid]);
    else siblings.push(each.pid);
  }
  const pids: number[] = [];
  for (let next = children.get(pid) ?? []; next.length > 0; next = next.flatMap((each) => children.get(each) ?? [])) {
    pids.push(...next);
  }
  return pids;
}

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Whether the process has ended, but its parent has not reaped it; in a container, that may never happen. */
  readonly isZombie: boolean;
}

async function listProcesses(): Promise<readonly ListedProcess[]> {
  try {
    return process.platform === 'linux' ? await listFromProc() : await listFromPs();
  } catch {
    return [];
  }
}

async function listFromProc(): Promise<readonly ListedProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // `pid (name) state ppid pgrp …`; the name may hold parentheses and spaces.
    return parseProcess(`${pid} ${stat.slice(stat.lastIndexOf(')') + 2)}`);
  });
  return (await Promise.all(processes)).flat();
}

async function listFromPs(): Promise<readonly ListedProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,state=,ppid=,pgid='], { maxBuffer: 1 << 24 });
  return stdout.split('\n').flatMap(parseProcess);
}

/** Reads `pid state ppid pgid …`. */
function parseProcess(line: string): ListedProcess[] {
  const match = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(\d+)/.exec(line);
  if (match === null) return [];
  const [, pid, state = '', parent, group] = match;
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), isZombie: /^[ZX]/.test(state) }];
}

async function taskkill(pid: number): Promise<void> {
  const args = ['/PID', String(pid), '/T', '/F'];
  await promisify(execFile)('taskkill', args, { windowsHide: true }).catch(() => undefined);
}

function signalTree(leader: number, listed: ReadonlySet<number>, signal: NodeJS.Signals): void {
  signalOne(-leader, signal);
  for (const pid of listed) signalOne(pid, signal);
}

async function isGoneWithin(leader: number, listed: ReadonlySet<number>, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  for (;;) {
    if (!(await hasSurvivors(leader, listed))) return true;
    if (performance.now() >= until) return false;
    await delay(POLL_MS);
  }
}

async function hasSurvivors(leader: number, listed: ReadonlySet<number>): Promise<boolean> {
  const exists = [-leader, ...listed].some((pid) => signalOne(pid, 0));
  if (!exists) return false;
  const processes = await listProcesses();
  if (processes.length === 0) return true;
  return processes.some(({ pid, group, isZombie }) => !isZombie && (group === leader || listed.has(pid)));
}

/** Sends a signal. Returns false if the process or group no longer exists. */
export function signalOne(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
