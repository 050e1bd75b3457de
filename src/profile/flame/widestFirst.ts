/** A priority queue of rows: the widest first; of rows with the same width, the one with the smallest number. */
export class WidestFirst {
  private readonly heap: { readonly row: number; readonly width: number }[] = [];

  get length(): number {
    return this.heap.length;
  }

  /** Adds a row. */
  put(row: number, width: number): void {
    const { heap } = this;
    let at = heap.push({ row, width }) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.before(at, up)) break;
      this.swap(at, up);
      at = up;
    }
  }

  /** Removes and returns the first row; undefined if there is none. */
  take(): number | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.row;
    heap[0] = last;
    let at = 0;
    for (;;) {
      let best = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < heap.length && this.before(below, best)) best = below;
      if (best === at) return first.row;
      this.swap(at, best);
      at = best;
    }
  }

  private before(a: number, b: number): boolean {
    const [left, right] = [this.heap[a], this.heap[b]];
    return left.width > right.width || (left.width === right.width && left.row < right.row);
  }

  private swap(a: number, b: number): void {
    [this.heap[a], this.heap[b]] = [this.heap[b], this.heap[a]];
  }
}
