/**
 * Calls `act` for each item, a few ahead of what is taken, and gives the results in the order of the items. Throws what
 * `act` throws, when its turn comes; those under way are waited for.
 */
export async function* readAhead<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  count: number,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const begun: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = act(item);
      // It may fail before its turn.
      result.catch(() => undefined);
      begun.push(result);
      if (begun.length >= count) yield await begun.shift()!;
    }
    while (begun.length > 0) yield await begun.shift()!;
  } finally {
    await Promise.allSettled(begun);
  }
}
