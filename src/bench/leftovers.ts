import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What is left of runs that never came to an end is older than this. */
const OLD_MS = 24 * 60 * 60_000;

/** Those of a folder's entries that are older than any run takes. */
export async function oldOf(folder: string, names: readonly string[]): Promise<string[]> {
  const isOld = (name: string): Promise<boolean> =>
    stat(join(folder, name)).then(({ mtimeMs }) => mtimeMs < Date.now() - OLD_MS, () => false);
  const old = await Promise.all(names.map(isOld));
  return names.filter((_, i) => old[i]);
}
