import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where the windows of one workspace keep things together. */
export interface SharedStorage {
  readonly folder: string;
  /** Where they may have been kept apart; those that there are. */
  readonly others: readonly string[];
}

/** VS Code tries no more. */
const MOST_WINDOWS = 9;

/**
 * VS Code locks the storage folder of a workspace (`workspaceStorage/ID/EXTENSION`) for one window; a second one of the
 * same workspace gets `ID-1`, the next `ID-2`. In a browser that also happens to a tab that is closed and opened again:
 * the extension host of the closed one waits some minutes for it to come back. All share the folder of the first one.
 */
export function sharedStorage(storage: string): SharedStorage {
  const extension = basename(storage);
  const own = dirname(storage);
  const [, first] = /^(.+)-[1-9]$/.exec(basename(own)) ?? [];
  const isSecond = first !== undefined && existsSync(join(dirname(own), first));
  const base = isSecond ? join(dirname(own), first) : own;
  const others = Array.from({ length: MOST_WINDOWS }, (_, i) => join(`${base}-${i + 1}`, extension));
  return { folder: join(base, extension), others: others.filter((other) => existsSync(other)) };
}
