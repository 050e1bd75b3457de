import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';
import { oncePer } from '../memo';
import { NONE, type StackColumns } from '../model';
import { float64Array } from '../common/largeArrays';
import { areSumsExact } from './notedColumns';
import { sumStacksInSteps } from './sumStacks';
import type { FrameKeys, KeySums } from './keySums';
import { JoinedStacks, type PartColumn, partColumnsOf, PickedStacks, ShownStacks, wholeColumnOf } from './sampleViews';

/**
 * Like sumStacksInSteps, but caches sums and does not copy views:
 * - picked samples are summed over the original stacks, with value 0 for the other samples; or, if exact sums of all
 *   samples are cached, the sums of the other samples are subtracted from these;
 * - stacks without hidden locations are summed over the original stacks, with keys for the shown locations only;
 * - the sums of joined stacks are added from the sums of their parts, which may be cached under other keys.
 *
 * So summing the difference of two profiles with cached sums does not read their stacks.
 */
export function* sumViewInSteps(
  stacks: StackColumns,
  columns: readonly Float64Array[],
  frames: FrameKeys,
): Steps<KeySums[]> {
  const cached = columns.map((column) => knownSums(column, stacks, frames));
  const missing = columns.filter((_, i) => cached[i] === undefined);
  if (missing.length === 0) return cached as KeySums[];
  const summed = yield* sumMissing(stacks, missing, frames);
  missing.forEach((column, i) => cacheSums(column, { stacks, frames, sums: summed[i] }));
  return columns.map((column, i) => cached[i] ?? summed[missing.indexOf(column)]);
}

function* sumMissing(
  stacks: StackColumns,
  columns: readonly Float64Array[],
  frames: FrameKeys,
): Steps<KeySums[]> {
  if (stacks instanceof JoinedStacks) return yield* sumParts(stacks, columns, frames);
  if (stacks instanceof ShownStacks) return yield* sumShown(stacks, columns, frames);
  if (!(stacks instanceof PickedStacks)) return yield* sumStacksInSteps(stacks, columns, frames);
  return (yield* sumBySubtraction(stacks, columns, frames)) ?? (yield* sumPicked(stacks, columns, frames));
}

function sumPicked(
  { source, isPicked }: PickedStacks,
  columns: readonly Float64Array[],
  frames: FrameKeys,
): Steps<KeySums[]> {
  return sumViewInSteps(source, columns.map((column) => spread(column, isPicked)), frames);
}

/** The cached sums of all samples minus those of the dropped samples; undefined unless all are cached and exact. */
function* sumBySubtraction(
  { source, isPicked }: PickedStacks,
  columns: readonly Float64Array[],
  frames: FrameKeys,
): Steps<KeySums[] | undefined> {
  const wholes = columns.flatMap((column) => wholeColumnOf(column) ?? []);
  const allSums = wholes.flatMap((whole) => (areSumsExact(whole) ? knownSums(whole, source, frames) : undefined) ?? []);
  if (allSums.length < columns.length) return undefined;
  const dropped = wholes.map((whole) => whole.map((value, sample) => (isPicked[sample] === 1 ? 0 : value)));
  const droppedSums = yield* sumViewInSteps(source, dropped, frames);
  const seen = new Map<Uint8Array, Uint8Array>();
  for (const [i, { seenLocation }] of allSums.entries()) {
    if (seen.has(seenLocation)) continue;
    seen.set(seenLocation, seenIn(source, isPicked, wholes[i], seenLocation.length));
    yield;
  }
  return allSums.map((sums, i) => subtracted(sums, droppedSums[i], seen.get(sums.seenLocation)!));
}

/** For each location: 1 if it is in the stack of a picked sample whose value is not 0. */
function seenIn(
  { offsets, locations }: StackColumns,
  isPicked: Uint8Array,
  values: Float64Array,
  locationCount: number,
): Uint8Array {
  const seen = new Uint8Array(locationCount);
  for (let sample = 0; sample < isPicked.length; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    if (isPicked[sample] === 0 || values[sample] === 0) continue;
    const end = offsets[sample + 1];
    for (let i = offsets[sample]; i < end; i++) seen[locations[i]] = 1;
  }
  return seen;
}

function subtracted(sums: KeySums, droppedSums: KeySums, seenLocation: Uint8Array): KeySums {
  return {
    flat: sums.flat.map((value, key) => value - droppedSums.flat[key]),
    cum: sums.cum.map((value, key) => value - droppedSums.cum[key]),
    samples: sums.samples.map((count, key) => count - droppedSums.samples[key]),
    seenLocation,
  };
}

/** The values of the picked samples at their positions among all samples, with 0 for the other samples. */
export function spread(column: Float64Array, isPicked: Uint8Array): Float64Array {
  const whole = float64Array(isPicked.length);
  for (let sample = 0, at = 0; at < column.length; sample++) if (isPicked[sample] === 1) whole[sample] = column[at++];
  return whole;
}

function* sumParts(
  { parts }: JoinedStacks,
  columns: readonly Float64Array[],
  { offsets, keys, count }: FrameKeys,
): Steps<KeySums[]> {
  const sums = columns.map((): KeySums => ({
    flat: new Float64Array(count),
    cum: new Float64Array(count),
    samples: new Uint32Array(count),
    seenLocation: new Uint8Array(offsets.length - 1),
  }));
  let firstSample = 0;
  for (const [at, { stacks, sampleCount, firstLocation, locationCount }] of parts.entries()) {
    const from = firstSample;
    firstSample += sampleCount;
    const partColumns = columns.map((column): PartColumn =>
      partColumnsOf(column)?.[at] ?? { column: column.subarray(from, from + sampleCount), sign: 1 });
    const frames = { offsets: offsets.subarray(firstLocation, firstLocation + locationCount + 1), keys, count };
    const added = yield* sumViewInSteps(stacks, partColumns.map(({ column }) => column), frames);
    added.forEach((partSums, i) => add(sums[i], partSums, partColumns[i].sign, firstLocation));
    yield;
  }
  return sums;
}

/** Hidden locations have no keys. If a leaf is hidden, its flat goes to the nearest shown caller. */
function* sumShown(
  { source, shown }: ShownStacks,
  columns: readonly Float64Array[],
  { offsets, keys, count }: FrameKeys,
): Steps<KeySums[]> {
  const shownKeys = keys.slice();
  for (let location = 0; location < shown.length; location++) {
    if (shown[location] === 0) shownKeys.fill(NONE, offsets[location], offsets[location + 1]);
  }
  const sums = yield* sumViewInSteps(source, columns, { offsets, keys: shownKeys, count });
  const seenShown = oncePer((seenLocation: Uint8Array) => seenLocation.map((seen, i) => seen & shown[i]));
  return sums.map(({ flat, seenLocation, ...others }, i) => ({
    flat: withCallers(source, shown, columns[i], { offsets, keys, flat }),
    seenLocation: seenShown(seenLocation),
    ...others,
  }));
}

function withCallers(
  stacks: StackColumns,
  shown: Uint8Array,
  values: Float64Array,
  { offsets, keys, flat }: Pick<FrameKeys, 'offsets' | 'keys'> & { readonly flat: Float64Array },
): Float64Array {
  const { offsets: starts, locations } = stacks;
  const all = flat.slice();
  for (let sample = 0; sample < values.length; sample++) {
    const end = starts[sample + 1];
    let leaf = starts[sample];
    if (leaf === end || shown[locations[leaf]] === 1) continue;
    do leaf++;
    while (leaf < end && shown[locations[leaf]] === 0);
    const key = leaf < end ? keys[offsets[locations[leaf]]] : NONE;
    if (key !== NONE) all[key] += values[sample];
  }
  return all;
}

function add(sums: KeySums, more: KeySums, sign: 1 | -1, firstLocation: number): void {
  for (let key = 0; key < sums.samples.length; key++) {
    sums.flat[key] += sign * more.flat[key];
    sums.cum[key] += sign * more.cum[key];
    sums.samples[key] += more.samples[key];
  }
  for (let location = 0; location < more.seenLocation.length; location++) {
    sums.seenLocation[firstLocation + location] |= more.seenLocation[location];
  }
}

/** The maximum number of cached sums per column: by line and by function, each under two sets of keys. */
const MAX_CACHED = 4;

/** Sums of a column of values over stacks. */
interface CachedSums {
  readonly stacks: StackColumns;
  readonly frames: FrameKeys;
  readonly sums: KeySums;
}

/** Newest first. */
const cachedSums = oncePer((_column: Float64Array): CachedSums[] => []);

/** Caches sums of the column. */
function cacheSums(column: Float64Array, sums: CachedSums): void {
  const cached = cachedSums(column);
  cached.unshift(sums);
  cached.splice(MAX_CACHED);
}

/** The column's cached sums over the stacks, by these keys or by others that distinguish the same frames, if any. */
function knownSums(column: Float64Array, stacks: StackColumns, frames: FrameKeys): KeySums | undefined {
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
