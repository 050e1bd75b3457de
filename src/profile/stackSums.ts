import { claim } from './checkpoint';
import { rowLayout } from './rowLayout';
import type { RowLayout } from './rowLayout';
import { NONE } from './model';
import type { StackColumns } from './model';
import { finish } from './steps';
import type { Steps } from './steps';

/** What the frames of locations count towards: location `i` has `keys[offsets[i] … offsets[i + 1])`, leaf first. */
export interface FrameKeys {
  readonly offsets: Uint32Array;
  /** Below `count`, or NONE for a frame that counts towards nothing. */
  readonly keys: Uint32Array;
  readonly count: number;
}

/** Sums by key, for one column of values. */
export interface KeySums {
  /** Over samples whose innermost frame has the key. */
  readonly flat: Float64Array;
  /** Over samples in whose stack the key occurs, each once. */
  readonly cum: Float64Array;
  /** How many samples are in `cum`; those with value 0 do not count, as in pprof. */
  readonly samples: Uint32Array;
  /** By location: 1 where it is in the stack of a sample that counts. */
  readonly seenLocation: Uint8Array;
}

/** What one step goes past at most: some milliseconds. */
const STEP_SAMPLES = 1 << 16;
const STEP_LOCATIONS = 1 << 20;

/**
 * Sums columns of values (one a sample) over the stacks: with keys f, g and the stack f ← g ← f (leaf first) of value
 * 1, flat is 1 for f, cum 1 for f and 1 for g. A stamp a row tells what the sample was added to already; rows are laid
 * out so that most locations need one only. This plain pass was measured to be as fast as one over what differs between
 * neighbouring stacks, and faster than one over a trie of them: it reads in order and writes to little. It takes two
 * columns at the price of one.
 * @returns sums by column, in their order
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
    const pair = new PairSums(frames, columns[first]!, columns[second]!);
    for (let from = 0; from < columns[first]!.length; yield) from = pair.addSamples(stacks, from);
    [sums[first], sums[second]] = pair.sums();
  }
  return sums;
}

/**
 * Indexes of columns, in pairs where the same samples count in two neighbours, as in those that Go writes
 * (`alloc_objects` and `alloc_space`, `samples` and `cpu`).
 */
export function pairsOf(columns: readonly Float64Array[]): (readonly [number, number?])[] {
  const pairs: [number, number?][] = [];
  for (let next = 0; next < columns.length; next++) {
    const [first, second] = [columns[next]!, columns[next + 1]];
    pairs.push(second !== undefined && areZeroAlike(first, second) ? [next, ++next] : [next]);
  }
  return pairs;
}

function areZeroAlike(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i] === 0) !== (b[i] === 0)) return false;
  return true;
}

/** A row's stamp, samples and two sums lie side by side, in one line of the processor's cache. */
const STRIDE = 4;
const SAMPLES = 1;
const FIRST = 2;
const SECOND = 3;

/** Two columns that are zero alike. */
class PairSums {
  private readonly layout: RowLayout;
  private readonly rows: Float64Array;
  private readonly flat: readonly [Float64Array, Float64Array];

  constructor(
    private readonly frames: FrameKeys,
    private readonly first: Float64Array,
    private readonly second: Float64Array,
  ) {
    this.layout = rowLayout(frames);
    claim((this.layout.count * STRIDE + frames.count * 2) * 8);
    this.rows = new Float64Array(this.layout.count * STRIDE);
    this.flat = [new Float64Array(frames.count), new Float64Array(frames.count)];
  }

  /** Adds some samples from one on. Gives the first that was left. */
  addSamples({ offsets, locations }: StackColumns, from: number): number {
    const { first, second, frames } = this;
    const most = Math.min(first.length, from + STEP_SAMPLES);
    const farthest = offsets[from]! + STEP_LOCATIONS;
    let sample = from;
    for (; sample < most && offsets[sample]! <= farthest; sample++) {
      const value = first[sample]!;
      const leaf = offsets[sample]!;
      const end = offsets[sample + 1]!;
      if (value === 0 || leaf === end) continue;
      const key = frames.keys[frames.offsets[locations[leaf]!]!]!;
      if (key !== NONE) {
        this.flat[0][key]! += value;
        this.flat[1][key]! += second[sample]!;
      }
      this.addCum(locations, leaf, end, sample + 1, value, second[sample]!);
    }
    return sample;
  }

  /** @param stamp another one for each sample, never 0 */
  private addCum(locations: Uint32Array, from: number, to: number, stamp: number, a: number, b: number): void {
    const { rows, layout: { offsets, shared } } = this;
    for (let at = from; at < to; at++) {
      const location = locations[at]!;
      const own = location * STRIDE;
      if (rows[own] === stamp) continue;
      rows[own] = stamp;
      rows[own + SAMPLES]!++;
      rows[own + FIRST]! += a;
      rows[own + SECOND]! += b;
      const end = offsets[location + 1]!;
      for (let place = offsets[location]!; place < end; place++) {
        const row = shared[place]! * STRIDE;
        if (rows[row] === stamp) continue;
        rows[row] = stamp;
        rows[row + SAMPLES]!++;
        rows[row + FIRST]! += a;
        rows[row + SECOND]! += b;
      }
    }
  }

  sums(): [KeySums, KeySums] {
    const samples = Uint32Array.from(this.column(SAMPLES));
    const seenLocation = Uint8Array.from(this.layout.offsets.subarray(1), (_, location) =>
      this.rows[location * STRIDE + SAMPLES] === 0 ? 0 : 1);
    return [
      { flat: this.flat[0], cum: this.column(FIRST), samples, seenLocation },
      { flat: this.flat[1], cum: this.column(SECOND), samples, seenLocation },
    ];
  }

  private column(field: number): Float64Array {
    const { rows, layout: { rowOf } } = this;
    const column = new Float64Array(rowOf.length);
    for (let key = 0; key < column.length; key++) column[key] = rows[rowOf[key]! * STRIDE + field]!;
    return column;
  }
}
