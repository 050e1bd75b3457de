/** With fewer values on each side, no difference is significant at the level of 5 %. */
export const MIN_RUNS = 4;
/** How many times Measure Again runs each program if the setting is unset or invalid. */
export const DEFAULT_RUNS = 10;
/** The highest number of runs that `linecost.measureAgain.runs` allows. */
export const MAX_RUNS = 100;

/** The number of runs to propose after `runs` runs, which halves the detectable difference; at most MAX_RUNS. */
export function proposedRuns(runs: number): number {
  return Math.min(MAX_RUNS, 4 * runs);
}
