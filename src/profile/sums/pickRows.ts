import { isAllFloats, pickRests } from '../wideNumbers';
import type { LabelColumns, StackColumns } from '../model';
import { float64Array, uint32Array } from '../work/largeArrays';

/** Runs longer than this are copied at once: a call for each takes longer than the loop over a short one. */
const LONG_RUN = 64;

/** The stacks of the samples with a 1 in `kept`, which are `count`. */
export function pickStacks(stacks: StackColumns, kept: Uint8Array, count: number): StackColumns {
  const { offsets, runs } = pickRows(stacks.offsets, kept, count);
  return { offsets, locations: pickRuns(stacks.locations, uint32Array(offsets[count]), runs) };
}

/** The labels of the samples with a 1 in `kept`, which are `count`. */
export function pickLabels(labels: LabelColumns, kept: Uint8Array, count: number): LabelColumns {
  const { offsets, runs } = pickRows(labels.offsets, kept, count);
  const indexes = (column: Uint32Array): Uint32Array => pickRuns(column, uint32Array(offsets[count]), runs);
  return {
    offsets,
    key: indexes(labels.key),
    str: indexes(labels.str),
    num: pickNumbers(labels.num, offsets[count], runs),
    numUnit: indexes(labels.numUnit),
  };
}

function pickNumbers(numbers: Float64Array, count: number, runs: Uint32Array): Float64Array {
  const picked = pickRuns(numbers, float64Array(count), runs);
  if (isAllFloats(numbers)) return picked;
  return pickRests(numbers, picked, pickRuns(Uint32Array.from(numbers.keys()), uint32Array(count), runs));
}

/** The stacks without those locations that have a 0 in `shown`. */
export function shownStacks({ offsets, locations }: StackColumns, shown: Uint8Array): StackColumns {
  const cut = uint32Array(locations.length + 1);
  const cutOffsets = uint32Array(offsets.length);
  let used = 0;
  for (let sample = 0; sample + 1 < offsets.length; sample++) {
    used = putShown(cut, used, { locations, start: offsets[sample], end: offsets[sample + 1], shown });
    cutOffsets[sample + 1] = used;
  }
  return { offsets: cutOffsets, locations: 2 * used < cut.length ? cut.slice(0, used) : cut.subarray(0, used) };
}

/** A stretch of locations, and which ones are shown. */
export interface Shown {
  readonly locations: Uint32Array;
  readonly start: number;
  readonly end: number;
  readonly shown: Uint8Array;
}

/**
 * Puts the locations that are shown at a place, and gives the place behind them. Without a branch, which would be
 * mispredicted all the time: what is not shown is put as well, and written over; there has to be room for it.
 */
export function putShown(to: Uint32Array, at: number, { locations, start, end, shown }: Shown): number {
  let used = at;
  for (let i = start; i < end; i++) {
    const location = locations[i];
    to[used] = location;
    used += shown[location];
  }
  return used;
}

/** Offsets of the rows that are kept, and where each run of them lies. */
function pickRows(offsets: Uint32Array, kept: Uint8Array, count: number): { offsets: Uint32Array; runs: Uint32Array } {
  const picked = uint32Array(count + 1);
  const runs: number[] = [];
  let used = 0;
  let row = 0;
  for (let sample = 0; sample < kept.length; sample++) {
    if (kept[sample] === 0) continue;
    if (sample === 0 || kept[sample - 1] === 0) runs.push(offsets[sample]);
    used += offsets[sample + 1] - offsets[sample];
    picked[++row] = used;
    if (sample + 1 === kept.length || kept[sample + 1] === 0) runs.push(offsets[sample + 1]);
  }
  return { offsets: picked, runs: Uint32Array.from(runs) };
}

function pickRuns<T extends Uint32Array | Float64Array>(from: T, to: T, runs: Uint32Array): T {
  let used = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const start = runs[run];
    const end = runs[run + 1];
    if (end - start > LONG_RUN) {
      to.set(from.subarray(start, end), used);
      used += end - start;
    } else for (let i = start; i < end; i++) to[used++] = from[i];
  }
  return to;
}

/** Puts a column at a place in a longer one, each number larger by `shift`. */
export function putShifted(to: Uint32Array, at: number, column: Uint32Array, shift: number): void {
  to.set(column, at);
  if (shift !== 0) for (let i = at; i < at + column.length; i++) to[i] += shift;
}
