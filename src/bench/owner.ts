import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Process ids mean something on their own machine (or container) only. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Stands in the names of files and folders that are not finished: whose they are. */
export const OWNER = `${MACHINE}-${process.pid}`;

/** What is left of runs that never came to an end is older than this. */
const OLD_MS = 24 * 60 * 60_000;

let count = 0;

/** Two processes, and two writes of one process, never use the same. */
export function uniqueSuffix(): string {
  return `${OWNER}-${(count++).toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

/** Of a name with `OWNER` in it: whether its process still runs. */
export function ownerState(name: string): 'gone' | 'runs' | 'self' | 'unknown' {
  const [, machine, digits] = /(?:^|[.-])([0-9a-f]{8})-(\d+)(?:$|[.-])/.exec(name) ?? [];
  if (machine !== MACHINE) return 'unknown';
  const pid = Number(digits);
  if (pid === process.pid) return 'self';
  return isAlive(pid) ? 'runs' : 'gone';
}

/** Whether the process whose name is on a file has ended; where that cannot be known, whether the file is a day old. */
export async function isAbandoned(path: string, name: string): Promise<boolean> {
  return ownerState(name) === 'gone' || isOld(path);
}

async function isOld(path: string): Promise<boolean> {
  return stat(path).then(({ mtimeMs }) => mtimeMs < Date.now() - OLD_MS, () => false);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
