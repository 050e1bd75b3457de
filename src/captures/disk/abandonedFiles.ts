import { stat } from 'node:fs/promises';
import { ownerState } from './ownerInName';

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
