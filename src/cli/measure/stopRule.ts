/** When a benchmark has been measured enough. */
export type StopRule =
  /** Once its interval is at most this wide, as a share, but after at most this many pairs of runs. */
  | { readonly kind: 'detect'; readonly width: number; readonly maxPairs: number }
  | { readonly kind: 'runs'; readonly pairs: number }
  | { readonly kind: 'time'; readonly seconds: number };
