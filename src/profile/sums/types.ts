import type { RowLayout } from './rowLayout';
import type { PairColumns, PairTotals } from './pairSums';

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
