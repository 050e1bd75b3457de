/** Up to this size Go sorts by insertion, which keeps the order of 0 and -0. */
const SMALL = 12;

/** The values as Go's sort.Float64s leaves them: NaN first. Sorted values are returned as they are. */
export function ascending(values: ArrayLike<number>): ArrayLike<number> {
  if (isAscending(values)) return values;
  const sorted = Float64Array.from(values);
  if (sorted.length <= SMALL) sortByInsertion(sorted);
  else sorted.sort();
  const numbers = sorted.findLastIndex((value) => !Number.isNaN(value)) + 1;
  if (numbers === sorted.length || Number.isNaN(sorted[0])) return sorted;
  // A typed array has NaN last.
  sorted.copyWithin(sorted.length - numbers, 0, numbers).fill(NaN, 0, sorted.length - numbers);
  return sorted;
}

function isAscending(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (isBefore(values[i], values[i - 1])) return false;
  return true;
}

function sortByInsertion(values: Float64Array): void {
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    let at = i;
    for (; at > 0 && isBefore(value, values[at - 1]); at--) values[at] = values[at - 1];
    values[at] = value;
  }
}

const isBefore = (a: number, b: number): boolean => a < b || (Number.isNaN(a) && !Number.isNaN(b));
