import { finish, type Steps } from '../common/guard';
import type { StackColumns } from '../model';
import type { FrameKeys, KeySums } from './keySums';
import { type PairColumns, OncePerSampleSums } from './oncePerSampleSums';
import { type RowLayout, rowLayout } from './rowLayout';
import { sumHelper } from './sumHelper';

/** Limits of one step, which takes a few milliseconds. */
export const STEP_SAMPLES = 1 << 14;
export const STEP_LOCATIONS = 1 << 18;
/** From this number of locations in stacks on, a second thread makes summing faster. */
const MANY_LOCATIONS = 1 << 22;

/**
 * Sums columns of values (one value per sample) over the stacks: for the stack f ← g ← f (leaf first) of value 1, flat
 * is 1 for f; cum is 1 for f and 1 for g.
 *
 * Measured: this plain pass is as fast as a pass over the differences between neighboring stacks, and faster than a
 * pass over a trie, because it reads in order and writes to little memory. Two columns take as long as one. Large
 * profiles are summed in two threads.
 * @returns sums in the order of the columns
 */
export function sumStacks(stacks: StackColumns, columns: readonly Float64Array[], frames: FrameKeys): KeySums[] {
  return finish(sumStacksInSteps(stacks, columns, frames));
}

export function* sumStacksInSteps(
  stacks: StackColumns,
  columns: readonly Float64Array[],
  frames: FrameKeys,
): Steps<KeySums[]> {
  const sums: KeySums[] = [];
  for (const [first, second = first] of pairsOf(columns)) {
    const { offsets, locations } = stacks;
    const pair = { offsets, locations, first: columns[first], second: columns[second] };
    [sums[first], sums[second]] = (yield* sumPair(pair, rowLayout(frames))).sums();
  }
  return sums;
}

function* sumPair(columns: PairColumns, layout: RowLayout): Steps<OncePerSampleSums> {
  const sums = new OncePerSampleSums(layout);
  const help = isWorthHelp(columns) ? sumHelper()?.begin(layout) : undefined;
  for (let from = 0; from < columns.first.length; yield) {
    const to = stepEnd(columns, from);
    if (!help?.take(columns, from, to)) sums.add(columns, from, to);
    from = to;
  }
  let helped = help?.finish();
  for (; helped === 'pending'; yield) helped = help!.finish();
  if (helped === undefined) return sums;
  if ('rows' in helped) sums.merge(helped);
  else for (const [from, to] of helped.returned) sums.add(columns, from, to);
  return sums;
}

/** Whether to use a second thread. It changes the order of the additions, so all sums must be exact. */
function isWorthHelp(columns: PairColumns): boolean {
  return hasManyLocations(columns) && areSumsExact(columns.first) && areSumsExact(columns.second);
}

/** Whether every sum of these values is exact, in any order. */
export function areSumsExact(column: Float64Array): boolean {
  let size = 0;
  for (let i = 0; i < column.length; i++) {
    if (!Number.isInteger(column[i])) return false;
    size += Math.abs(column[i]);
  }
  return size <= Number.MAX_SAFE_INTEGER;
}

function hasManyLocations({ offsets, locations, first }: PairColumns): boolean {
  if (locations.length < MANY_LOCATIONS) return false;
  let count = 0;
  for (let i = 0; i < first.length && count < MANY_LOCATIONS; i++) {
    if (first[i] !== 0) count += offsets[i + 1] - offsets[i];
  }
  return count >= MANY_LOCATIONS;
}

function stepEnd({ offsets, first }: PairColumns, from: number): number {
  const stop = Math.min(first.length, from + STEP_SAMPLES);
  const farthest = offsets[from] + STEP_LOCATIONS;
  let to = from + 1;
  while (to < stop && offsets[to + 1] <= farthest) to++;
  return to;
}

/**
 * Indexes of columns. Adjacent columns with zeros in the same samples form a pair, such as Go's `alloc_objects` and
 * `alloc_space`, or `samples` and `cpu`.
 */
export function pairsOf(columns: readonly Float64Array[]): (readonly [number, number?])[] {
  const pairs: [number, number?][] = [];
  for (let next = 0; next < columns.length; next++) {
    const [first, second] = [columns[next], columns[next + 1]];
    pairs.push(second !== undefined && haveSameZeros(first, second) ? [next, ++next] : [next]);
  }
  return pairs;
}

function haveSameZeros(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i] === 0) !== (b[i] === 0)) return false;
  return true;
}
