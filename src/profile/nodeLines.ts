import { KeyedTree } from './keyedTree';

/** Sums by node and line. Most nodes have one line only: the first one has a place of its own. */
export class NodeLines {
  /** By node. 0: none. */
  private firstLine = new Uint32Array(1024);
  private firstSum = new Float64Array(1024);
  /** Further lines of nodes, numbered as `laterSums`. */
  private readonly later = new KeyedTree();
  private laterSums = new Float64Array(1024);

  /** Line 0, the unknown one, is not kept. */
  add(node: number, line: number, value: number): void {
    if (line === 0) return;
    if (node >= this.firstLine.length) this.growTo(node);
    if (this.firstLine[node] === line) {
      this.firstSum[node]! += value;
    } else if (this.firstLine[node] === 0) {
      this.firstLine[node] = line;
      this.firstSum[node] = value;
    } else {
      this.addLater(node, line, value);
    }
  }

  private addLater(node: number, line: number, value: number): void {
    const entry = this.later.child(node, line);
    if (entry >= this.laterSums.length) this.laterSums = longer(this.laterSums, entry * 2);
    this.laterSums[entry]! += value;
  }

  private growTo(node: number): void {
    const firstLine = new Uint32Array(node * 2);
    firstLine.set(this.firstLine);
    this.firstLine = firstLine;
    this.firstSum = longer(this.firstSum, node * 2);
  }

  /** For each of `count` nodes the line with the largest |sum|, of equal ones the smallest; 0 where none is known. */
  hottest(count: number): Uint32Array {
    if (count > this.firstLine.length) this.growTo(count);
    const hottest = this.firstLine.slice(0, count);
    const most = this.firstSum.subarray(0, count).map(Math.abs);
    for (let entry = 1; entry < this.later.count; entry++) {
      const node = this.later.parent(entry);
      const line = this.later.key(entry);
      const sum = Math.abs(this.laterSums[entry]!);
      if (sum < most[node]! || (sum === most[node] && line > hottest[node]!)) continue;
      most[node] = sum;
      hottest[node] = line;
    }
    return hottest;
  }
}

function longer(column: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(length);
  grown.set(column);
  return grown;
}
