import { oncePer } from '../memo';
import { NONE } from '../model';
import type { StackColumns } from '../model';
import type { FrameKeys, KeySums } from './keySums';

/** The number of cached sums per column of values: by line and by function, each under two sets of keys. */
const MAX_CACHED = 4;

/** Sums of a column of values over stacks. */
export interface KeptSums {
  readonly stacks: StackColumns;
  readonly frames: FrameKeys;
  readonly sums: KeySums;
}

/** Newest first. */
const keptSums = oncePer((_column: Float64Array): KeptSums[] => []);

/** Caches sums of the column. */
export function keepSums(column: Float64Array, sums: KeptSums): void {
  const kept = keptSums(column);
  kept.unshift(sums);
  kept.splice(MAX_CACHED);
}

/** Cached sums of the column over the stacks, by these keys or by keys that distinguish the same frames. */
export function knownSums(column: Float64Array, stacks: StackColumns, frames: FrameKeys): KeySums | undefined {
  for (const known of keptSums(column)) {
    if (known.stacks !== stacks) continue;
    const found = renamed(known, frames);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sums by the wanted keys, if these distinguish the same frames; else undefined. */
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

/** For each key of `from`: the key of `to` for the same frames, if the keys correspond one to one; else undefined. */
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
