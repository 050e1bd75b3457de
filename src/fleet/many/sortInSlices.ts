/** Steps between two turns of the event loop; they take about a millisecond. */
const SLICE = 4096;

/**
 * Sorts by a text, in turns of the event loop, because sorting 10^5 names takes long. Items with the same text keep
 * their order. Throws the signal's reason on abort.
 */
export async function sortInSlices<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  signal: AbortSignal,
): Promise<T[]> {
  let sorted: T[] = [];
  for (const steps = mergeSort(items, textOf, (result) => void (sorted = result)); !steps.next().done;) {
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  return sorted;
}

interface Keyed<T> {
  readonly item: T;
  readonly text: string;
}

/** Yields after each SLICE of steps. */
function* mergeSort<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  onSorted: (sorted: T[]) => void,
): Generator<void, void, void> {
  let steps = 0;
  let from: Keyed<T>[] = [];
  for (const item of items) {
    from.push({ item, text: textOf(item) });
    if (++steps % SLICE === 0) yield;
  }
  for (let width = 1; width < from.length; width *= 2) {
    const to: Keyed<T>[] = [];
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      for (let [left, right] = [start, middle]; left < middle || right < end;) {
        const isLeft = right >= end || (left < middle && from[left].text <= from[right].text);
        to.push(isLeft ? from[left++] : from[right++]);
        if (++steps % SLICE === 0) yield;
      }
    }
    from = to;
  }
  onSorted(from.map(({ item }) => item));
}
