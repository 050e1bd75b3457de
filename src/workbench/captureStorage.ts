import { join } from 'node:path';
import { MAX_CAPTURES } from '../bench/captures/captureLimit';
import { CaptureStore } from '../bench/captures/captureStore';
import { watchCaptures } from '../bench/captures/folderWatch';
import type { SharedStorage } from './sharedStorage';

/** Where captures are stored. */
export interface CaptureStorage {
  readonly store: Pick<CaptureStore, keyof CaptureStore>;
  /** Calls the listener after captures were added, changed or deleted, also by another window. */
  watch(listener: () => void): { dispose(): void };
}

/** The captures in a folder on disk. */
export function capturesOnDisk({ folder, others }: SharedStorage): CaptureStorage {
  const runs = join(folder, 'runs');
  return {
    store: new CaptureStore(runs, MAX_CAPTURES, others.map((other) => join(other, 'runs'))),
    watch: (listener) => watchCaptures(runs, listener),
  };
}
