import type { LoadedCaptures } from './loadedCaptures';

/** Returns the ids of the captures whose programs no limit deletes: the baselines and the pinned captures. */
export async function protectedProgramIds(
  captures: Pick<LoadedCaptures, 'records'>,
  baselineIds: readonly string[],
): Promise<string[]> {
  const pinned = (await captures.records()).filter(({ isPinned }) => isPinned).map(({ id }) => id);
  return [...baselineIds, ...pinned];
}
