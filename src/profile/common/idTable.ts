import { CHECK_MASK, checkpoint, claim } from './guard';
import { NONE } from '../model';

/**
 * Ids on the wire may be any 64-bit numbers. Ids below 2^28 (at most four bytes as a varint, so nearly all) are used
 * directly. A larger id is interned exactly and becomes WIDE_ID + its index in order of first appearance.
 */
export const WIDE_ID = 2 ** 28;

/** A table is indexed by id if the largest id is at most SPARSE_FACTOR * rows + SPARSE_SLACK. */
const SPARSE_FACTOR = 4;
const SPARSE_SLACK = 1 << 16;

/** Interns exact 64-bit numbers, given as two halves: their indexes are 0, 1, 2 … An open-addressing hash table. */
export class WideNumbers {
  private slots = new Uint32Array(64).fill(NONE);
  private low = new Uint32Array(32);
  private high = new Uint32Array(32);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** The index of a number, or NONE. */
  find(low: number, high: number): number {
    return this.slots[this.slotOf(low, high)];
  }

  /** The index of a number, which is added if it is new. */
  intern(low: number, high: number): number {
    const slot = this.slotOf(low, high);
    const existing = this.slots[slot];
    if (existing !== NONE) return existing;
    const index = this.count++;
    this.slots[slot] = index;
    this.low[index] = low;
    this.high[index] = high;
    if (this.count === this.low.length) this.grow();
    return index;
  }

  at(index: number): bigint {
    return (BigInt(this.high[index]) << 32n) | BigInt(this.low[index]);
  }

  private slotOf(low: number, high: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let hash = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const index = slots[slot];
      if (index === NONE || (this.low[index] === low && this.high[index] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    claim(this.count * 32);
    const low = new Uint32Array(this.count * 2);
    const high = new Uint32Array(this.count * 2);
    low.set(this.low);
    high.set(this.high);
    this.low = low;
    this.high = high;
    this.slots = new Uint32Array(this.count * 4).fill(NONE);
    for (let index = 0; index < this.count; index++) {
      if ((index & CHECK_MASK) === 0) checkpoint();
      this.slots[this.slotOf(low[index], high[index])] = index;
    }
  }
}

/** The first invalid id: 0, or the id of an earlier row. */
export type IdProblem =
  | { readonly kind: 'zero'; readonly row: number }
  | { readonly kind: 'duplicate'; readonly row: number; readonly id: string };

/** The rows of a wire table by id. */
export class IdTable {
  readonly problem: IdProblem | undefined;
  /** By id: the id's row, or NONE. Has entries only for ids less than its length. */
  private readonly narrow: Uint32Array;
  /** The rows of ids from WIDE_ID on, by id − WIDE_ID. */
  private readonly wide: Uint32Array;
  /** Set if the ids are too large for a table indexed by id: interns the ids; `sparseRows` has the row of each. */
  private readonly sparse: WideNumbers | undefined;
  private readonly sparseRows: Uint32Array;
  /** Whether each id is its row + 1, as Go writes them. Then the tables above are not filled. */
  readonly isCounted: boolean;
  private readonly count: number;

  /** @param ids the id of each row; ids from WIDE_ID on are interned in `numbers` */
  constructor(ids: Uint32Array, private readonly numbers: WideNumbers) {
    this.count = ids.length;
    this.isCounted = areCounted(ids);
    const largest = this.isCounted ? 0 : largestNarrow(ids);
    const dense = largest <= ids.length * SPARSE_FACTOR + SPARSE_SLACK;
    claim(4 * (dense ? largest : ids.length));
    this.narrow = new Uint32Array(dense ? largest + 1 : 1).fill(NONE);
    this.wide = new Uint32Array(numbers.length).fill(NONE);
    this.sparse = dense ? undefined : new WideNumbers();
    this.sparseRows = new Uint32Array(dense ? 0 : ids.length);
    this.problem = this.isCounted ? undefined : this.layOut(ids);
  }

  /** The row with this id, or NONE. */
  row(id: number): number {
    if (this.isCounted) return id > 0 && id <= this.count ? id - 1 : NONE;
    if (id >= WIDE_ID) return this.wide[id - WIDE_ID];
    if (id < this.narrow.length) return this.narrow[id];
    if (this.sparse === undefined) return NONE;
    const index = this.sparse.find(id, 0);
    return index === NONE ? NONE : this.sparseRows[index];
  }

  /** Replaces every id by its row, in place. @returns the index of the first id without a row, or NONE */
  resolve(ids: Uint32Array): number {
    if (this.isCounted) return this.resolveCounted(ids);
    const { narrow } = this;
    for (let i = 0; i < ids.length; i++) {
      if ((i & CHECK_MASK) === 0) checkpoint();
      const id = ids[i];
      const row = id < narrow.length ? narrow[id] : this.row(id);
      if (row === NONE) return i;
      ids[i] = row;
    }
    return NONE;
  }

  private resolveCounted(ids: Uint32Array): number {
    const { count } = this;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      if (id === 0 || id > count) return i;
      ids[i] = id - 1;
    }
    return NONE;
  }

  /** Like `resolve`, but ids without a row become NONE. */
  resolveOptional(ids: Uint32Array): void {
    if (this.isCounted) return this.resolveCountedOptional(ids);
    for (let i = 0; i < ids.length; i++) ids[i] = this.row(ids[i]);
  }

  private resolveCountedOptional(ids: Uint32Array): void {
    const { count } = this;
    for (let i = 0; i < ids.length; i++) ids[i] = ids[i] > count || ids[i] === 0 ? NONE : ids[i] - 1;
  }

  /** The id as in the file, in decimal. */
  text(id: number): string {
    return (id >= WIDE_ID ? this.numbers.at(id - WIDE_ID) : id).toString();
  }

  private layOut(ids: Uint32Array): IdProblem | undefined {
    for (let row = 0; row < ids.length; row++) {
      if ((row & CHECK_MASK) === 0) checkpoint();
      const id = ids[row];
      if (id === 0) return { kind: 'zero', row };
      if (this.row(id) !== NONE) return { kind: 'duplicate', row, id: this.text(id) };
      if (id >= WIDE_ID) this.wide[id - WIDE_ID] = row;
      else if (id < this.narrow.length) this.narrow[id] = row;
      else this.sparseRows[this.sparse!.intern(id, 0)] = row;
    }
    return undefined;
  }
}

function areCounted(ids: Uint32Array): boolean {
  for (let row = 0; row < ids.length; row++) if (ids[row] !== row + 1) return false;
  return true;
}

/** The largest id below WIDE_ID. */
function largestNarrow(ids: Uint32Array): number {
  let largest = 0;
  for (let row = 0; row < ids.length; row++) if (ids[row] < WIDE_ID && ids[row] > largest) largest = ids[row];
  return largest;
}
