/** As git shortens the hash of a commit in a small repository. */
const LENGTH = 7;

/** The hash of a commit as it is shown: `1a2b3c4`. */
export function shortCommit(hash: string): string {
  return hash.slice(0, LENGTH);
}
