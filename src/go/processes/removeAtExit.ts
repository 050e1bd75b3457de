import { rmSync } from 'node:fs';

const folders = new Set<string>();
let isWatching = false;

/** Removes a folder when this process exits, unless the returned function was called before. */
export function removeAtExit(folder: string): () => void {
  folders.add(folder);
  if (!isWatching) {
    isWatching = true;
    process.on('exit', removeAll);
  }
  return () => folders.delete(folder);
}

function removeAll(): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The next window removes it.
    }
  }
}
