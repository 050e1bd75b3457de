/** What a view says instead of the labels of a profile that has none. */
export const NO_LABELS =
  'This profile has no labels. A program sets labels with pprof.Do; heap profiles have a label "bytes" with the size ' +
  'of allocations.';
