/** The result of looking for the source of a file name in a profile. */
export type Resolution =
  | { readonly kind: 'found'; readonly path: string }
  /** Several files fit equally, or one fits only in part: ask the user, then `remember` the answer. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | MissingFile
  /** Generated code: there is no file to locate. */
  | { readonly kind: 'generated'; readonly reason: string };

export interface MissingFile {
  readonly kind: 'missing';
  /** One sentence for the user. */
  readonly reason: string;
  /** Short names of the places searched, in order. */
  readonly triedPlaces: readonly string[];
  /** Whether the name's form says that the file is not the user's, but Go's or of another module. */
  readonly isDependency: boolean;
}

/** The maximum number of candidates to offer. */
const MAX_CANDIDATES = 30;

/** The result for equally good paths; undefined if there are none. */
export function resolutionOf(paths: readonly string[]): Resolution | undefined {
  const distinct = [...new Set(paths)];
  if (distinct.length === 0) return undefined;
  if (distinct.length === 1) return { kind: 'found', path: distinct[0] };
  return { kind: 'ambiguous', candidates: distinct.sort().slice(0, MAX_CANDIDATES) };
}
