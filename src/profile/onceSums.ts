/**
 * Sums over subtrees of a stack trie in which a sample counts once for each key, however often the key recurs in its
 * stack. Nodes must be visited in preorder (see StackTrie).
 */
export class OnceSums {
  readonly sums: Float64Array;
  /** Keys that were added at least once, in order of first sight. */
  readonly keys: number[] = [];
  /** Samples under a node below this have been added. 0: never seen. */
  private readonly coveredTo: Uint32Array;

  constructor(keyCount: number) {
    this.sums = new Float64Array(keyCount);
    this.coveredTo = new Uint32Array(keyCount);
  }

  /** Adds what passes through `node`, whose subtree ends at `end`. */
  add(key: number, node: number, end: number, value: number): void {
    const covered = this.coveredTo[key]!;
    if (covered > node) return;
    if (covered === 0) this.keys.push(key);
    this.coveredTo[key] = end;
    this.sums[key]! += value;
  }

  /** Keys, the largest |sum| first; equal ones as `compare` says. */
  heaviest(compare: (a: number, b: number) => number): number[] {
    const { sums } = this;
    return [...this.keys].sort((a, b) => Math.abs(sums[b]!) - Math.abs(sums[a]!) || compare(a, b));
  }
}
