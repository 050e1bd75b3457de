/** Up to this size Go sorts by insertion, which keeps the order of 0 and -0. */
const SMALL = 12;

/** The values as Go's sort.Float64s leaves them: NaN first. Sorted values are returned as they are. */
export function ascending(values: ArrayLike<number>): ArrayLike<number> {
  if (isAscending(values)) return values;
  return values.length <= SMALL ? sortedByInsertion(values) : sortedByEngine(values);
}

function sortedByEngine(values: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(values).sort();
  const numbers = sorted.findLastIndex((value) => !Number.isNaN(value)) + 1;
  // A typed array has NaN last.
  sorted.copyWithin(sorted.length - numbers, 0, numbers).fill(NaN, 0, sorted.length - numbers);
  return sorted;
}

function isAscending(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (isBefore(values[i], values[i - 1])) return false;
  return true;
}

function sortedByInsertion(values: ArrayLike<number>): number[] {
  const sorted: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    let at = i;
    for (; at > 0 && isBefore(value, sorted[at - 1]); at--) sorted[at] = sorted[at - 1];
    sorted[at] = value;
  }
  return sorted;
}

const isBefore = (a: number, b: number): boolean => a < b || (Number.isNaN(a) && !Number.isNaN(b));
