import type { Basis } from '../answers/lines';

/** How the values of a sample type were sampled. */
export interface Sampling {
  readonly basis: Basis;
  /** How often the profiler recorded sample `i`: a whole number. */
  count(i: number): number;
  /**
   * The part of what sample `i` stands for that is extrapolated: 1 where a sample stands for many, 0 where the profiler
   * sees everything. The variance of the sample's value is value² · extrapolated / count.
   */
  extrapolated(i: number): number;
}
