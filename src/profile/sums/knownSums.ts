import { NONE } from '../model';
import type { StackColumns } from '../model';
import type { FrameKeys, KeySums } from './types';

/** Sums that are kept for a column of values: by lines, by functions, and once more of each under other keys. */
const MOST_KEPT = 4;

/** Sums of a column of values over stacks. */
export interface KeptSums {
  readonly stacks: StackColumns;
  readonly frames: FrameKeys;
  readonly sums: KeySums;
}

const keptSums = new WeakMap<Float64Array, KeptSums[]>();

/** Keeps sums with the column; they go with it. */
export function keepSums(column: Float64Array, sums: KeptSums): void {
  const others = keptSums.get(column) ?? [];
  keptSums.set(column, [sums, ...others].slice(0, MOST_KEPT));
}

/** Sums of the column over the stacks that have been kept, by these keys or such as tell the same frames apart. */
export function knownSums(column: Float64Array, stacks: StackColumns, frames: FrameKeys): KeySums | undefined {
  for (const known of keptSums.get(column) ?? []) {
    if (known.stacks !== stacks) continue;
    const found = renamed(known, frames);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sums by other keys, where these tell the same frames apart; else undefined. */
function renamed({ frames, sums }: KeptSums, wanted: FrameKeys): KeySums | undefined {
  if (frames.keys === wanted.keys && frames.offsets === wanted.offsets) return sums;
  const names = keyNames(frames, wanted);
  if (names === undefined) return undefined;
  const { seenLocation } = sums;
  const flat = new Float64Array(wanted.count);
  const cum = new Float64Array(wanted.count);
  const samples = new Uint32Array(wanted.count);
  names.forEach((name, key) => {
    if (name === NONE) return;
    flat[name] = sums.flat[key];
    cum[name] = sums.cum[key];
    samples[name] = sums.samples[key];
  });
  return { flat, cum, samples, seenLocation };
}

/** The key that stands for each where the others do, if one always stands for the same one; else undefined. */
function keyNames(from: FrameKeys, to: FrameKeys): Uint32Array | undefined {
  if (from.offsets.length !== to.offsets.length) return undefined;
  const names = new Uint32Array(from.count).fill(NONE);
  const namedBy = new Uint32Array(to.count).fill(NONE);
  for (let location = 0; location + 1 < from.offsets.length; location++) {
    const shift = to.offsets[location] - from.offsets[location];
    const end = from.offsets[location + 1];
    if (to.offsets[location + 1] - end !== shift) return undefined;
    for (let frame = from.offsets[location]; frame < end; frame++) {
      const key = from.keys[frame];
      const name = to.keys[frame + shift];
      if (key === NONE || name === NONE) {
        if (key !== name) return undefined;
        continue;
      }
      if (names[key] === NONE && namedBy[name] === NONE) {
        names[key] = name;
        namedBy[name] = key;
      } else if (names[key] !== name) return undefined;
    }
  }
  return names;
}
