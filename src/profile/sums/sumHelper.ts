import { currentGuard, type Guard } from '../common/guard';
import type { PairColumns, PairTotals } from './oncePerSampleSums';
import type { RowLayout } from './rowLayout';

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
export interface HelpedGuard extends Guard {
  readonly sumHelper?: SumHelper;
}

/** The second thread for the sums of the current work, if any. */
export function sumHelper(): SumHelper | undefined {
  const helped: HelpedGuard | undefined = currentGuard();
  return helped?.sumHelper;
}
