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
  /** The cause in a few words, to stand beside a result: `does not loop b.N times`. Unset for misfits of profiles. */
  readonly sign?: string;
}

export interface CodePlace {
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** ` · does not loop b.N times`, after the figures of results; empty if they are those of an operation. */
export function misfitSign(results: readonly { readonly misfit?: Misfit }[]): string {
  const sign = results.find(({ misfit }) => misfit)?.misfit?.sign;
  return sign === undefined ? '' : ` · ${sign}`;
}

/** The sentences of the misfits of results, each once. */
export function misfitTexts(results: readonly { readonly misfit?: Misfit }[]): string[] {
  return [...new Set(results.flatMap(({ misfit }) => (misfit ? [misfit.text] : [])))];
}

/** ` (x_test.go:12)`, for the end of a sentence; empty without a place. */
export function inParentheses(place: CodePlace | undefined): string {
  return place === undefined ? '' : ` (${basename(place.file)}:${place.line})`;
}
