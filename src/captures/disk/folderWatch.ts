import { type FSWatcher, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';

/** Name of the file that is rewritten after each change of the captures. */
export const CHANGE_FILE = '.changed';

/** Changes are reported together, once no other change has followed for this long. */
const WAIT_MS = 100;

/** Calls `onChange` after any process has changed the captures in a folder; never if the folder cannot be watched. */
export function watchCaptures(folder: string, onChange: () => void): { dispose(): void } {
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const stop = (): void => {
    isDisposed = true;
    clearTimeout(timer);
    watcher?.close();
  };
  const onEvent = (_event: string, name: string | null): void => {
    if (name !== null && name !== CHANGE_FILE) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, WAIT_MS);
  };
  const start = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    if (!isDisposed) watcher = watch(folder, { persistent: false }, onEvent).on('error', stop);
  };
  start().catch(stop);
  return { dispose: stop };
}
