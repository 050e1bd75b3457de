/** Rows of figures, in the order of time. */
export interface Timeline {
  readonly count: number;
  /** Seconds, ascending; at least `count` of them. */
  readonly times: Float64Array;
  /** NaN where a row lacks a figure. */
  readonly columns: readonly Float64Array[];
}

/** A range of time, in seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Figures of a range of time as points, each of one or several rows. */
export interface TimelineWindow {
  /** The first row of each point, its moment in seconds, and the number of its rows. */
  readonly rows: readonly number[];
  readonly times: readonly number[];
  readonly counts: readonly number[];
  /** The least and the largest figure of each point, by column; null if its rows have none. */
  readonly low: readonly Figures[];
  readonly high: readonly Figures[];
}

export type Figures = readonly (number | null)[];

/**
 * The figures of a range, and of a row beside it at each end, so that lines reach the edges. Points are rows if there
 * are at most `parts`; else each point has the rows of one of `parts` equal parts of the range.
 */
export function thin(timeline: Timeline, { from, to }: TimeRange, parts: number): TimelineWindow {
  const { times, count } = timeline;
  const first = Math.max(0, rowFrom(timeline, from) - 1);
  const end = Math.min(count, rowAfter(timeline, to) + 1);
  const starts = end - first <= parts ? everyRow(first, end) : startsOfParts(timeline, first, end, { from, to }, parts);
  const low = timeline.columns.map(() => new Array<number | null>(starts.length));
  const high = timeline.columns.map(() => new Array<number | null>(starts.length));
  timeline.columns.forEach((column, c) => extremes(column, starts, end, low[c], high[c]));
  return {
    rows: starts,
    times: starts.map((row) => times[row]),
    counts: starts.map((row, i) => (starts[i + 1] ?? end) - row),
    low,
    high,
  };
}

function everyRow(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** The first rows of the parts that have rows. */
function startsOfParts({ times }: Timeline, first: number, end: number, range: TimeRange, parts: number): number[] {
  const width = (range.to - range.from) / parts;
  const starts: number[] = [];
  let last = -Infinity;
  for (let row = first; row < end; row++) {
    const part = Math.floor((times[row] - range.from) / width);
    if (part === last) continue;
    last = part;
    starts.push(row);
  }
  return starts;
}

function extremes(
  column: Float64Array, starts: readonly number[], end: number, low: (number | null)[], high: (number | null)[],
): void {
  for (let i = 0; i < starts.length; i++) {
    let [least, largest] = [Infinity, -Infinity];
    const next = starts[i + 1] ?? end;
    for (let row = starts[i]; row < next; row++) {
      const value = column[row];
      if (value < least) least = value;
      if (value > largest) largest = value;
    }
    low[i] = least === Infinity ? null : least;
    high[i] = largest === -Infinity ? null : largest;
  }
}

/** The first row at or after a moment; `count` if there is none. */
function rowFrom({ times, count }: Timeline, moment: number): number {
  return firstIndex(times, count, (time) => time >= moment);
}

/** The first row after a moment. */
function rowAfter({ times, count }: Timeline, moment: number): number {
  return firstIndex(times, count, (time) => time > moment);
}

/** The index of the time nearest to a moment; -1 without times, which ascend. */
export function nearestIndex(times: ArrayLike<number>, count: number, moment: number): number {
  const next = firstIndex(times, count, (time) => time >= moment);
  if (next === 0) return count === 0 ? -1 : 0;
  if (next === count) return count - 1;
  return moment - times[next - 1] <= times[next] - moment ? next - 1 : next;
}

/** The index of the first time of the ascending ones that is late enough; `count` if none is. */
function firstIndex(times: ArrayLike<number>, count: number, isLateEnough: (time: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isLateEnough(times[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
