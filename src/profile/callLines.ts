import { KeyedTree } from './keyedTree';

/** The source lines that calls stand on. Most have one only, which needs no sums to be the hottest. */
export class CallLines {
  /** By call: the line seen first; 0: none is known. */
  readonly first: Uint32Array;
  /** By call: where lines differ, its place among those that do, from 1 on; else 0. */
  readonly place: Uint32Array;
  differing = 0;

  constructor(mostCalls: number) {
    this.first = new Uint32Array(mostCalls);
    this.place = new Uint32Array(mostCalls);
  }

  /** Line 0, the unknown one, is not kept. */
  note(call: number, line: number): void {
    const first = this.first[call]!;
    if (first === line || line === 0) return;
    if (first === 0) this.first[call] = line;
    else if (this.place[call] === 0) this.place[call] = ++this.differing;
  }
}

/** Sums by call and line, for calls whose lines differ. */
export class LineSums {
  /** The lines of a place are its children. */
  private readonly tree: KeyedTree;
  private sums: Float64Array<ArrayBuffer>;

  constructor(private readonly lines: CallLines) {
    this.tree = new KeyedTree(lines.differing + 1);
    this.sums = new Float64Array(2 * lines.differing + 1);
  }

  add(call: number, line: number, value: number): void {
    const place = this.lines.place[call]!;
    if (place === 0 || line === 0) return;
    const entry = this.tree.child(place, line);
    if (entry >= this.sums.length) this.grow();
    this.sums[entry]! += value;
  }

  /** For each of `count` calls the line with the largest |sum|, of equal ones the smallest; 0 where none is known. */
  hottest(count: number): Uint32Array {
    const { tree, sums } = this;
    const { first, place, differing } = this.lines;
    const best = new Uint32Array(differing + 1);
    const most = new Float64Array(differing + 1).fill(-1);
    for (let entry = 1; entry < tree.count; entry++) {
      const at = tree.parent(entry);
      const line = tree.key(entry);
      const sum = Math.abs(sums[entry]!);
      if (sum < most[at]! || (sum === most[at] && line > best[at]!)) continue;
      most[at] = sum;
      best[at] = line;
    }
    const hottest = first.slice(0, count);
    for (let call = 0; call < count; call++) if (place[call] !== 0) hottest[call] = best[place[call]!]!;
    return hottest;
  }

  private grow(): void {
    const sums = new Float64Array(this.sums.length * 2);
    sums.set(this.sums);
    this.sums = sums;
  }
}
