import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

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
