import type { Profile, StackColumns } from '../model';

/** How many locations, from the first on, are known to be in stacks, and no others. */
const seenCounts = new WeakMap<StackColumns, number>();

/** Notes that the first locations, so many of them, are all that is in these stacks: nobody has to look then. */
export function noteSeen(stacks: StackColumns, count: number): void {
  seenCounts.set(stacks, count);
}

/** By location: 1 where it is in a stack. Known of what Go writes, where locations come in order. */
export function locationsInStacks({ stacks, sampleCount, locations: { count } }: Profile): Uint8Array {
  const { offsets, locations } = stacks;
  const seen = new Uint8Array(count);
  const known = seenCounts.get(stacks);
  if (known !== undefined) return seen.fill(1, 0, known);
  const end = offsets[sampleCount];
  let left = count;
  for (let place = offsets[0]; place < end && left > 0; place++) {
    const location = locations[place];
    if (seen[location] === 1) continue;
    seen[location] = 1;
    left--;
  }
  return seen;
}
