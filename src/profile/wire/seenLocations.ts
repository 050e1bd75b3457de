import type { Profile, StackColumns } from '../model';

/** The counts of stacks that use exactly the locations 0 … count − 1. See memo.ts for the rule. */
const seenCounts = new WeakMap<StackColumns, number>();

/** Notes that these stacks use exactly the locations 0 … count − 1, which saves locationsInStacks the scan. */
export function noteSeen(stacks: StackColumns, count: number): void {
  seenCounts.set(stacks, count);
}

/** For each location: 1 if it is in a stack. Profiles that Go wrote need no scan: their locations are in order. */
export function locationsInStacks({ stacks, sampleCount, locations: { count } }: Profile): Uint8Array {
  const { offsets, locations } = stacks;
  const seen = new Uint8Array(count);
  const known = seenCounts.get(stacks);
  if (known !== undefined) return seen.fill(1, 0, known);
  const end = offsets[sampleCount];
  let left = count;
  for (let index = offsets[0]; index < end && left > 0; index++) {
    const location = locations[index];
    if (seen[location] === 1) continue;
    seen[location] = 1;
    left--;
  }
  return seen;
}
