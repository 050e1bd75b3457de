import { overseer, type Overseer } from '../work/guard';

/** The keys to sum frames by: location `i` has `keys[offsets[i] … offsets[i + 1])`, innermost first. */
export interface FrameKeys {
  readonly offsets: Uint32Array;
  /** Below `count`, or NONE for a frame that is not summed. */
  readonly keys: Uint32Array;
  readonly count: number;
}

/** Sums by key, for one column of values. */
export interface KeySums {
  /** Over samples whose innermost frame has the key. */
  readonly flat: Float64Array;
  /** Over samples whose stack contains the key, each once. */
  readonly cum: Float64Array;
  /** The number of samples in `cum`, without those of value 0, as in pprof. */
  readonly samples: Uint32Array;
  /** By location: 1 if it is in the stack of a sample whose value is not 0. */
  readonly seenLocation: Uint8Array;
}

/**
 * The rows that sums are added to. Each location has a row, and so does each key that several locations share. A key of
 * only one location has that location's sums.
 *
 *     location 0: keys a, b      row 0: a, b     row 3: c
 *     location 1: keys c, d      row 1: d        offsets 0 0 1 2, shared 3 3
 *     location 2: key c          row 2: none
 */
export interface RowLayout {
  /** The number of rows; the last one stays empty. */
  readonly count: number;
  /** By key. */
  readonly rowOf: Uint32Array;
  /** A sample added to location `i` is also added to the rows `shared[offsets[i] … offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  readonly shared: Uint32Array;
  /** By location: the key of its innermost frame, or NONE. */
  readonly leafKeys: Uint32Array;
}

/** Samples with two columns of values, which have zeros in the same samples. */
export interface PairColumns {
  /** Sample `i` has `locations[offsets[i] … offsets[i + 1])`, leaf first. */
  readonly offsets: Uint32Array;
  readonly locations: Uint32Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** The totals of some samples. Totals of disjoint samples are added entry by entry. */
export interface PairTotals {
  readonly rows: Float64Array;
  /** By key. */
  readonly flat: readonly [Float64Array, Float64Array];
}

/** A second thread that sums samples. */
export interface SumHelper {
  /** Starts the thread ahead of a large sum. */
  start(): void;
  /** Begins a sum and drops the one before it. undefined: the thread is not available. */
  begin(layout: RowLayout): HelpedSums | undefined;
}

export interface HelpedSums {
  /** Takes the samples `from … to`; false if the thread has enough to do. */
  take(columns: PairColumns, from: number, to: number): boolean;
  /** After the last samples: the totals of the samples taken, `pending`, or the samples themselves if it failed. */
  finish(): PairTotals | 'pending' | { readonly returned: readonly (readonly [number, number])[] };
}

/** The overseer of work that a second thread helps with. */
export interface HelpedOverseer extends Overseer {
  readonly sumHelper?: SumHelper;
}

/** The second thread for the sums of the current work, if any. */
export function sumHelper(): SumHelper | undefined {
  const helped: HelpedOverseer | undefined = overseer();
  return helped?.sumHelper;
}
