import { type FSWatcher, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';

/** Written anew after each change of the runs in a folder. */
export const CHANGED = '.changed';

/** Several changes that follow each other are told once. */
const WAIT_MS = 100;

/** Calls `onChange` when a process has changed the runs in a folder; not where the system cannot watch it. */
export function watchCaptures(folder: string, onChange: () => void): { dispose(): void } {
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const stop = (): void => {
    isDisposed = true;
    clearTimeout(timer);
    watcher?.close();
  };
  const changed = (_event: string, name: string | null): void => {
    if (name !== null && name !== CHANGED) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, WAIT_MS);
  };
  const start = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    if (!isDisposed) watcher = watch(folder, { persistent: false }, changed).on('error', stop);
  };
  start().catch(stop);
  return { dispose: stop };
}
