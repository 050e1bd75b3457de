/** The keys to sum frames by: location `i` has `keys[offsets[i] … offsets[i + 1])`, innermost first. */
export interface FrameKeys {
  readonly offsets: Uint32Array;
  /** Below `count`, or NONE for a frame that is not summed. */
  readonly keys: Uint32Array;
  readonly count: number;
}

/** Sums by key, for one column of values. */
export interface KeySums {
  /** The sum of the samples whose innermost frame has the key. */
  readonly flat: Float64Array;
  /** The sum of the samples whose stack contains the key; each counts once. */
  readonly cum: Float64Array;
  /** The number of samples in `cum`, without those of value 0, as in pprof. */
  readonly samples: Uint32Array;
  /** For each location: 1 if it is in the stack of a sample whose value is not 0. */
  readonly seenLocation: Uint8Array;
}
