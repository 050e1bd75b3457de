import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { stat } from 'node:fs/promises';

/** A process id is unique only on one machine (or container). */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** The owner in the names of unfinished files and folders: machine and process. */
export const OWNER = `${MACHINE}-${process.pid}`;

let count = 0;

/** Unique across processes and across the writes of one process. */
export function uniqueSuffix(): string {
  return `${OWNER}-${(count++).toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

/** The state of the process in a name that contains `OWNER`; `unknown` for another machine, or a name without it. */
export function ownerState(name: string): 'gone' | 'runs' | 'self' | 'unknown' {
  const [, machine, digits] = /(?:^|[.-])([0-9a-f]{8})-(\d+)(?:$|[.-])/.exec(name) ?? [];
  if (machine !== MACHINE) return 'unknown';
  const pid = Number(digits);
  if (pid === process.pid) return 'self';
  return isAlive(pid) ? 'runs' : 'gone';
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Unfinished files older than this are abandoned. */
const OLD_MS = 24 * 60 * 60_000;

/**
 * Whether the process in a file's name has ended, or the file is older than a day. A clock that was set ahead since
 * this process started makes no file older, because the files of a running measurement must stay.
 */
export async function isAbandoned(path: string, name: string): Promise<boolean> {
  return ownerState(name) === 'gone' || isOld(path);
}

async function isOld(path: string): Promise<boolean> {
  return stat(path).then(({ mtimeMs }) => mtimeMs < steadyNow() - OLD_MS, () => false);
}

/** The time by the system's clock, or by the time since this process started, whichever is earlier. */
function steadyNow(): number {
  return Math.min(Date.now(), performance.timeOrigin + performance.now());
}
