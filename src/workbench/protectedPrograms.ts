import type { LoadedCaptures } from './loadedCaptures';

/** Returns the ids of the captures whose programs no limit deletes: the baseline and the pinned captures. */
export async function protectedProgramIds(
  captures: Pick<LoadedCaptures, 'records'>,
  baselineId: string | undefined,
): Promise<string[]> {
  const pinned = (await captures.records()).filter(({ isPinned }) => isPinned).map(({ id }) => id);
  return baselineId === undefined ? pinned : [baselineId, ...pinned];
}
