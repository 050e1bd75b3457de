import type { Profile, StackColumns } from '../model';

/** For stacks that use exactly the locations 0 … count − 1: the count. See memo.ts for caches keyed by an object. */
const seenCounts = new WeakMap<StackColumns, number>();

/** Notes that these stacks use exactly the locations 0 … count − 1, which saves locationsInStacks the scan. */
export function noteSeen(stacks: StackColumns, count: number): void {
  seenCounts.set(stacks, count);
}

/** For each location: 1 if it is in a stack. Profiles that Go wrote need no scan: their locations are in order. */
export function locationsInStacks({ stacks, sampleCount, locations: { count } }: Profile): Uint8Array {
  const { offsets, locations } = stacks;
  const seen = new Uint8Array(count);
  const seenCount = seenCounts.get(stacks);
  if (seenCount !== undefined) return seen.fill(1, 0, seenCount);
  const end = offsets[sampleCount];
  let unseen = count;
  for (let index = offsets[0]; index < end && unseen > 0; index++) {
    const location = locations[index];
    if (seen[location] === 1) continue;
    seen[location] = 1;
    unseen--;
  }
  return seen;
}
