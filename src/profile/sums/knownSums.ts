import { oncePer } from '../memo';
import { NONE } from '../model';
import type { StackColumns } from '../model';
import type { FrameKeys, KeySums } from './keySums';

/** The maximum number of cached sums per column: by line and by function, each under two sets of keys. */
const MAX_CACHED = 4;

/** Sums of a column of values over stacks. */
export interface CachedSums {
  readonly stacks: StackColumns;
  readonly frames: FrameKeys;
  readonly sums: KeySums;
}

/** Newest first. */
const cachedSums = oncePer((_column: Float64Array): CachedSums[] => []);

/** Caches sums of the column. */
export function cacheSums(column: Float64Array, sums: CachedSums): void {
  const cached = cachedSums(column);
  cached.unshift(sums);
  cached.splice(MAX_CACHED);
}

/** The column's cached sums over the stacks, by these keys or by others that distinguish the same frames, if any. */
export function knownSums(column: Float64Array, stacks: StackColumns, frames: FrameKeys): KeySums | undefined {
  for (const entry of cachedSums(column)) {
    if (entry.stacks !== stacks) continue;
    const underTarget = underKeys(entry, frames);
    if (underTarget !== undefined) return underTarget;
  }
  return undefined;
}

/** The sums by the target keys if these distinguish the same frames; else undefined. */
function underKeys({ frames, sums }: CachedSums, target: FrameKeys): KeySums | undefined {
  if (frames.keys === target.keys && frames.offsets === target.offsets) return sums;
  const keyOf = matchKeys(frames, target);
  if (keyOf === undefined) return undefined;
  const { seenLocation } = sums;
  const flat = new Float64Array(target.count);
  const cum = new Float64Array(target.count);
  const samples = new Uint32Array(target.count);
  keyOf.forEach((targetKey, key) => {
    if (targetKey === NONE) return;
    flat[targetKey] = sums.flat[key];
    cum[targetKey] = sums.cum[key];
    samples[targetKey] = sums.samples[key];
  });
  return { flat, cum, samples, seenLocation };
}

/** For each key of `from`: the key of `to` for the same frames, if the keys correspond one to one; else undefined. */
function matchKeys(from: FrameKeys, to: FrameKeys): Uint32Array | undefined {
  if (from.offsets.length !== to.offsets.length) return undefined;
  const keyOf = new Uint32Array(from.count).fill(NONE);
  const sourceOf = new Uint32Array(to.count).fill(NONE);
  for (let location = 0; location + 1 < from.offsets.length; location++) {
    const shift = to.offsets[location] - from.offsets[location];
    const end = from.offsets[location + 1];
    if (to.offsets[location + 1] - end !== shift) return undefined;
    for (let frame = from.offsets[location]; frame < end; frame++) {
      const key = from.keys[frame];
      const targetKey = to.keys[frame + shift];
      if (key === NONE || targetKey === NONE) {
        if (key !== targetKey) return undefined;
        continue;
      }
      if (keyOf[key] === NONE && sourceOf[targetKey] === NONE) {
        keyOf[key] = targetKey;
        sourceOf[targetKey] = key;
      } else if (keyOf[key] !== targetKey) return undefined;
    }
  }
  return keyOf;
}
