import { readdir } from 'node:fs/promises';
import { exists } from './wholeFile';
import { isId, readRecord, recordPath } from './captureRecord';

/** How many captures of a workspace are kept, besides the pinned ones. A suite makes one per benchmark. */
const MAX_CAPTURES = 100;

/**
 * The ids of the captures to delete, so that the newest `limit` readable ones remain. `spared` and pinned captures
 * are never deleted. Pinned and unreadable captures do not count towards the limit. Unreadable captures are deleted
 * if they are older than the newest `limit` ones.
 */
export async function capturesAboveLimit(
  folder: string,
  spared: readonly string[],
  limit = MAX_CAPTURES,
): Promise<string[]> {
  const ids = (await readdir(folder).catch(() => [])).filter(isId).sort().reverse();
  const records = await Promise.all(ids.map((id) => readRecord(folder, id)));
  const newest = ids.filter((_, i) => records[i] && !records[i].isPinned).slice(0, limit);
  const oldest = newest.length < limit ? '' : (newest.at(-1) ?? '');
  const isCapture = await Promise.all(ids.map((id) => exists(recordPath(folder, id))));
  return ids.filter((id, i) => isCapture[i] && id < oldest && !spared.includes(id) && !records[i]?.isPinned);
}
