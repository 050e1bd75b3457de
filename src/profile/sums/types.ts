import { overseer, type Overseer } from '../work/guard';

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

/**
 * Where sums are gathered. Each location has a row, and so has each key that several locations have; a key of one
 * location alone costs what that location costs.
 *
 *     location 0: keys a, b      row 0: a, b     row 3: c
 *     location 1: keys c, d      row 1: d        offsets 0 0 1 2, shared 3 3
 *     location 2: key c          row 2: none
 */
export interface RowLayout {
  /** Rows; the last one stays empty. */
  readonly count: number;
  /** By key. */
  readonly rowOf: Uint32Array;
  /** What is added to location `i` is also added to the rows `shared[offsets[i] … offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  readonly shared: Uint32Array;
  /** By location: the key of its innermost frame, or NONE. */
  readonly leafKeys: Uint32Array;
}

/** Samples with two columns of values that are zero alike. */
export interface PairColumns {
  /** Sample `i` has `locations[offsets[i] … offsets[i + 1])`, leaf first. */
  readonly offsets: Uint32Array;
  readonly locations: Uint32Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** What some samples add up to. Those of several lots of samples are added entry by entry. */
export interface PairTotals {
  readonly rows: Float64Array;
  /** By key. */
  readonly flat: readonly [Float64Array, Float64Array];
}

/** Somebody who sums samples meanwhile: another thread. */
export interface SumHelper {
  /** There will be much to sum soon. */
  start(): void;
  /** undefined: no help to be had. What was begun before is given up. */
  begin(layout: RowLayout): HelpedSums | undefined;
}

export interface HelpedSums {
  /** Takes the samples `from … to`, unless there is enough to do already. */
  take(columns: PairColumns, from: number, to: number): boolean;
  /** After the last samples: the totals of what was taken, `pending`, or those samples back. */
  finish(): PairTotals | 'pending' | { readonly returned: readonly (readonly [number, number])[] };
}

/** Of work that another thread helps with. */
export interface HelpedOverseer extends Overseer {
  readonly sumHelper?: SumHelper;
}

/** What helps the current work with its sums. */
export function sumHelper(): SumHelper | undefined {
  const helped: HelpedOverseer | undefined = overseer();
  return helped?.sumHelper;
}
