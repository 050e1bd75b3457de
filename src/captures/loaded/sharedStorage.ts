import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The storage folder that all windows of a workspace share. */
export interface SharedStorage {
  readonly folder: string;
  /** Existing folders in which other windows may have stored data of their own. */
  readonly others: readonly string[];
}

/** VS Code tries suffixes up to -9. */
const MAX_WINDOWS = 9;

/**
 * VS Code locks the storage folder of a workspace (`workspaceStorage/ID/EXTENSION`) for one window; a second window of
 * the same workspace gets `ID-1`, the next `ID-2`. In a browser, a tab that is closed and reopened also gets one, as
 * the extension host of the closed tab waits some minutes for a reconnection. All windows share the first folder.
 */
export function sharedStorage(storage: string): SharedStorage {
  const extension = basename(storage);
  const windowFolder = dirname(storage);
  const [, first] = /^(.+)-[1-9]$/.exec(basename(windowFolder)) ?? [];
  const isSecond = first !== undefined && existsSync(join(dirname(windowFolder), first));
  const base = isSecond ? join(dirname(windowFolder), first) : windowFolder;
  const others = Array.from({ length: MAX_WINDOWS }, (_, i) => join(`${base}-${i + 1}`, extension));
  return { folder: join(base, extension), others: others.filter((other) => existsSync(other)) };
}
