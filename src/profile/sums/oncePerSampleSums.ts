import { claim, currentGuard, type Guard } from '../common/guard';
import { NONE } from '../model';
import type { KeySums, RowLayout } from './keySums';
import type { IndexColumn, LocationIndex, Offsets, SampleIndex } from '../indexes';

/** Samples with two columns of values, which have zeros in the same samples. */
export interface PairColumns {
  /** Sample `i` has `locations[offsets[i] … offsets[i + 1])`, leaf first. */
  readonly offsets: Offsets<SampleIndex, number>;
  readonly locations: IndexColumn<number, LocationIndex>;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** The totals of some samples. Totals of disjoint samples are added entry by entry. */
export interface PairTotals {
  readonly rows: Float64Array;
  /** Flat by key, for each of the two columns. */
  readonly flat: readonly [Float64Array, Float64Array];
}

/** A row's stamp, sample count and two sums are adjacent, in one cache line. */
const STRIDE = 4;
const SAMPLES = 1;
const FIRST = 2;
const SECOND = 3;

/**
 * Sums two columns of values over samples. A sample counts once in the cum of a row, however often a recursive function
 * is in its stack: a row's stamp is the last sample added to it. Rows: see RowLayout.
 */
export class OncePerSampleSums {
  private readonly rows: Float64Array;
  private readonly flat: readonly [Float64Array, Float64Array];
  private stamp = 0;

  constructor(private readonly layout: RowLayout) {
    const { count, rowOf } = layout;
    claim((count * STRIDE + rowOf.length * 2) * 8);
    this.rows = new Float64Array(count * STRIDE);
    this.flat = [new Float64Array(rowOf.length), new Float64Array(rowOf.length)];
  }

  get totals(): PairTotals {
    return { rows: this.rows, flat: this.flat };
  }

  /** Adds the samples from `from` to before `to`. */
  add({ offsets, locations, first, second }: PairColumns, from: number, to: number): void {
    const { layout: { leafKeys }, flat } = this;
    for (let sample = from; sample < to; sample++) {
      const value = first[sample];
      const leaf = offsets[sample];
      const end = offsets[sample + 1];
      if (value === 0 || leaf === end) continue;
      const key = leafKeys[locations[leaf]];
      if (key !== NONE) {
        flat[0][key] += value;
        flat[1][key] += second[sample];
      }
      this.addCum(locations, leaf, end, ++this.stamp, value, second[sample]);
    }
  }

  /** Adds the totals of other samples under the same layout. */
  merge({ rows, flat }: PairTotals): void {
    addTo(this.rows, rows);
    addTo(this.flat[0], flat[0]);
    addTo(this.flat[1], flat[1]);
  }

  sums(): [KeySums, KeySums] {
    const samples = new Uint32Array(this.column(SAMPLES));
    const seenLocation = this.seenLocations();
    return [
      { flat: this.flat[0], cum: this.column(FIRST), samples, seenLocation },
      { flat: this.flat[1], cum: this.column(SECOND), samples, seenLocation },
    ];
  }

  private seenLocations(): Uint8Array {
    const { rows } = this;
    const seen = new Uint8Array(this.layout.leafKeys.length);
    for (let at = 0; at < seen.length; at++) seen[at] = rows[at * STRIDE + SAMPLES] === 0 ? 0 : 1;
    return seen;
  }

  /** @param stamp different for each sample, never 0 */
  private addCum(locations: Uint32Array, from: number, to: number, stamp: number, a: number, b: number): void {
    const { rows, layout: { offsets, shared } } = this;
    for (let at = from; at < to; at++) {
      const location = locations[at];
      const locationRow = location * STRIDE;
      if (rows[locationRow] === stamp) continue;
      rows[locationRow] = stamp;
      rows[locationRow + SAMPLES]++;
      rows[locationRow + FIRST] += a;
      rows[locationRow + SECOND] += b;
      const end = offsets[location + 1];
      for (let index = offsets[location]; index < end; index++) {
        const row = shared[index] * STRIDE;
        if (rows[row] === stamp) continue;
        rows[row] = stamp;
        rows[row + SAMPLES]++;
        rows[row + FIRST] += a;
        rows[row + SECOND] += b;
      }
    }
  }

  private column(field: number): Float64Array {
    const { rows, layout: { rowOf } } = this;
    const column = new Float64Array(rowOf.length);
    for (let key = 0; key < column.length; key++) column[key] = rows[rowOf[key] * STRIDE + field];
    return column;
  }
}

function addTo(sums: Float64Array, more: Float64Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] += more[i];
}

/** A second thread that sums samples. */
export interface SumHelper {
  /** Starts the thread ahead of a large sum. */
  start(): void;
  /** Begins a sum and drops the previous sum. Returns undefined if the thread is not available. */
  begin(layout: RowLayout): HelpedSums | undefined;
}

export interface HelpedSums {
  /**
   * Takes the samples from `from` to before `to`. Returns false, and takes none, if the thread is busy or if they have
   * more than STEP_LOCATIONS locations.
   */
  take(columns: PairColumns, from: number, to: number): boolean;
  /**
   * Call after the last samples, and again as long as it returns `pending`. Returns the totals of the samples taken, or
   * their ranges if the thread failed.
   */
  finish(): PairTotals | 'pending' | { readonly returned: readonly (readonly [number, number])[] };
}

/** The guard of work that a second thread helps with. */
interface HelpedGuard extends Guard {
  readonly sumHelper?: SumHelper;
}

/** The second thread for the sums of the current work, if any. */
export function sumHelper(): SumHelper | undefined {
  const helped: HelpedGuard | undefined = currentGuard();
  return helped?.sumHelper;
}
