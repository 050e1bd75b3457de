/** Where the source of a profile's file name is. */
export type Resolution =
  | { readonly kind: 'found'; readonly path: string }
  /** Several files fit equally, or one fits only in part: ask the user, then `remember` the answer. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  /** `reason`: one sentence for the user; `triedPlaces`: where was looked, short, in order. */
  | { readonly kind: 'missing'; readonly reason: string; readonly triedPlaces: readonly string[] }
  /** The name stands for no file; there is nothing to locate. */
  | { readonly kind: 'generated'; readonly reason: string };

/** More candidates than a pick list can show help nobody. */
const MOST_CANDIDATES = 30;

/** undefined: no path, go on looking. */
export function oneOf(paths: readonly string[]): Resolution | undefined {
  const distinct = [...new Set(paths)];
  if (distinct.length === 0) return undefined;
  if (distinct.length === 1) return { kind: 'found', path: distinct[0] };
  return { kind: 'ambiguous', candidates: distinct.sort().slice(0, MOST_CANDIDATES) };
}
