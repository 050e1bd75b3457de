import { join } from 'node:path';
import { CaptureStore } from '../disk/captureStore';
import { watchCaptures } from '../disk/folderWatch';
import type { SharedStorage } from './sharedStorage';

/** Where captures are stored. */
export interface CaptureStorage {
  readonly store: Pick<CaptureStore, keyof CaptureStore>;
  /** Calls the listener after captures were added, changed or deleted, also by another window. */
  watch(listener: () => void): { dispose(): void };
}

/**
 * The captures in a folder on disk.
 * @param onUnsaved called with the reason after a capture could only be stored until the window closes
 */
export function capturesOnDisk(
  { folder, others }: SharedStorage,
  onUnsaved?: (reason: unknown) => void,
): CaptureStorage {
  const runs = join(folder, 'runs');
  return {
    store: new CaptureStore(runs, undefined, others.map((other) => join(other, 'runs')), onUnsaved),
    watch: (listener) => watchCaptures(runs, listener),
  };
}
