/**
 * Returns a function that calls `make` once for each key and caches the result.
 *
 * The rule for every value cached by an object, here and in the other WeakMaps of `src/profile`: the key is the object
 * itself (a column, a table, a profile), not its contents. That is safe because columns and profiles do not change once
 * made, and the value is collected with its key. A copy (`slice`, a spread, a message to another thread) is a different
 * key, without cached values. Pass the same columns on wherever you can.
 *
 * After a copy, most values are merely computed again: those of oncePer, framesOf, sumViews, notedColumns and
 * stackTrieInSteps. sums/sampleViews no longer knows what a copied column was made from, so that its sums take longer.
 * But the digits past 2^53 in wideNumbers are lost: use pickRests or joinRests with each copy of a column that may have
 * them.
 */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let entry = cache.get(key);
    if (entry === undefined) cache.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}

/** Returns the map's value for the key, and adds the result of `make` if it has none. */
export function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
