import type { Basis } from '../answers/lines';

/** How the values of a sample type were sampled. */
export interface Sampling {
  readonly basis: Basis;
  /** Set for the difference of two profiles. */
  readonly isDifference?: boolean;
  /** In a difference: whether samples of both profiles stand for the same cost, so that their counts can be summed. */
  readonly hasNetCounts?: boolean;
  /**
   * How many times the profiler recorded sample `i`, or (basis `events`) the number of its events: a whole number,
   * negative if the sample is one of the base that was subtracted.
   */
  count(i: number): number;
  /**
   * The part of sample `i`'s value that is extrapolated: near 1 where a sample stands for many events, 0 where the
   * profiler records every event. The variance of the sample's value is value² · extrapolated / |count|.
   */
  extrapolated(i: number): number;
}
