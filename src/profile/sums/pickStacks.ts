import { isAllFloats, pickRests } from '../wideNumbers';
import type { LabelColumns, StackColumns } from '../model';
import { float64Array, uint32Array } from '../common/largeArrays';

/** Longer runs are copied with `set`; for a short one the call takes longer than a loop. */
const LONG_RUN = 64;

/** The stacks of the `count` samples with a 1 in `isPicked`. */
export function pickStacks(stacks: StackColumns, isPicked: Uint8Array, count: number): StackColumns {
  const { offsets, runs } = pickRows(stacks.offsets, isPicked, count);
  return { offsets, locations: pickRuns(stacks.locations, uint32Array(offsets[count]), runs) };
}

/** The labels of the `count` samples with a 1 in `isPicked`. */
export function pickLabels(labels: LabelColumns, isPicked: Uint8Array, count: number): LabelColumns {
  const { offsets, runs } = pickRows(labels.offsets, isPicked, count);
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

/** The stacks without the locations that have a 0 in `shown`. */
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

/** The locations from `start` to before `end`; for each location, `shown` has 1 if it is shown, else 0. */
export interface Shown {
  readonly locations: Uint32Array;
  readonly start: number;
  readonly end: number;
  readonly shown: Uint8Array;
}

/**
 * Writes the shown locations to `to`, starting at `at`; returns the index after the last. A branch would often be
 * mispredicted, so hidden locations are written too and then overwritten: `to` needs room for one more.
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

/** The offsets of the picked rows, and the start and end of each run of picked elements in the original column. */
function pickRows(
  offsets: Uint32Array,
  isPicked: Uint8Array,
  count: number,
): { offsets: Uint32Array; runs: Uint32Array } {
  const picked = uint32Array(count + 1);
  const runs: number[] = [];
  let used = 0;
  let row = 0;
  for (let sample = 0; sample < isPicked.length; sample++) {
    if (isPicked[sample] === 0) continue;
    if (sample === 0 || isPicked[sample - 1] === 0) runs.push(offsets[sample]);
    used += offsets[sample + 1] - offsets[sample];
    picked[++row] = used;
    if (sample + 1 === isPicked.length || isPicked[sample + 1] === 0) runs.push(offsets[sample + 1]);
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

/** Copies a column into a longer one, from index `at` on, adding `shift` to each number. */
export function putShifted(to: Uint32Array, at: number, column: Uint32Array, shift: number): void {
  to.set(column, at);
  if (shift !== 0) for (let i = at; i < at + column.length; i++) to[i] += shift;
}
