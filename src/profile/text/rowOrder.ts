/** How rows with names and figures are filtered and sorted, in the worker and in pages. */

/** Accepts names that contain every word of a filter, ignoring case. */
export function withAllWords(filter: string): (name: string) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return (name) => {
    const searched = name.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
}

let collator: Intl.Collator | undefined;

/** Sorts `size=2` before `size=10`. Creating a collator takes 15 ms, so it is created on first use. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/**
 * Rows without a figure (NaN) come last in both directions.
 * @param sign 1 for ascending, -1 for descending
 */
export function compareFigures(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}
