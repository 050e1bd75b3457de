import { stat } from 'node:fs/promises';
import { ownerState } from './ownerInName';

/** Unfinished files older than this are abandoned. */
const OLD_MS = 24 * 60 * 60_000;

/** Whether the process in a file's name has ended, or the file is older than a day. */
export async function isAbandoned(path: string, name: string): Promise<boolean> {
  return ownerState(name) === 'gone' || isOld(path);
}

async function isOld(path: string): Promise<boolean> {
  return stat(path).then(({ mtimeMs }) => mtimeMs < Date.now() - OLD_MS, () => false);
}
