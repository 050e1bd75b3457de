import { basename } from '../profile/text/shortNames';

/**
 * Why a profile does not fit the run of its benchmark, or the benchmark's result does not fit its operations. Without a
 * fit there are no costs per operation, no verdicts and no advice to measure longer, only this sentence.
 */
export interface Misfit {
  /**
   * The cause, with the name of the place at its end:
   * `BenchmarkX stops the cpu profile itself, so most of the run is not in it (x_test.go:12).`
   */
  readonly text: string;
  /** The line that is the cause. */
  readonly place?: CodePlace;
}

export interface CodePlace {
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** ` (x_test.go:12)`, for the end of a sentence; empty without a place. */
export function inParentheses(place: CodePlace | undefined): string {
  return place === undefined ? '' : ` (${basename(place.file)}:${place.line})`;
}
