import type { LoadedCaptures } from './loadedCaptures';

/** The ids of the captures whose programs no limit deletes: the baseline and the pinned ones. */
export async function keptProgramIds(
  captures: Pick<LoadedCaptures, 'records'>,
  baselineId: string | undefined,
): Promise<string[]> {
  const pinned = (await captures.records()).filter(({ isPinned }) => isPinned).map(({ id }) => id);
  return baselineId === undefined ? pinned : [baselineId, ...pinned];
}
