/** Up to this length Go sorts by insertion, which keeps the order of 0 and -0. */
const MAX_INSERTION = 12;

/** The values in the order of Go's sort.Float64s: NaN first. Returns `values` itself if they are sorted. */
export function ascending(values: ArrayLike<number>): ArrayLike<number> {
  if (isAscending(values)) return values;
  return values.length <= MAX_INSERTION ? sortedByInsertion(values) : sortedAsTypedArray(values);
}

function sortedAsTypedArray(values: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(values).sort();
  const numberCount = sorted.findLastIndex((value) => !Number.isNaN(value)) + 1;
  // A typed array sorts NaN last.
  sorted.copyWithin(sorted.length - numberCount, 0, numberCount).fill(NaN, 0, sorted.length - numberCount);
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
