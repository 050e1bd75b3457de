import { NONE } from '../model';

const FIRST_ROWS = 1024;

/**
 * Rows of numbers, each kept once: `push` words, then `intern` gives the row's place in the order of first sight. The
 * rows that are kept lie one behind the other, so that they are a profile's columns already.
 */
export class WordRows {
  /** Row `i` owns `words[offsets[i] … offsets[i + 1])`. */
  words: Uint32Array;
  offsets: Uint32Array;
  /** What tells rows apart that have the same words. */
  tags: Uint32Array;
  count = 0;
  private used = 0;
  private hashes: Uint32Array;
  private slots: Uint32Array;

  /** Room for so many rows and words to begin with; pages never written cost no memory. */
  constructor(rows = FIRST_ROWS, words = 8 * FIRST_ROWS) {
    this.words = new Uint32Array(words + 1);
    this.offsets = new Uint32Array(rows + 2);
    this.tags = new Uint32Array(rows + 1);
    this.hashes = new Uint32Array(rows + 1);
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * rows + 2))).fill(NONE);
  }

  push(word: number): void {
    if (this.used === this.words.length) this.words = grown(this.words, this.used + 1);
    this.words[this.used++] = word;
  }

  /** Pushes `table[source[i]]` for each i from `start` to before `end`. */
  pushMapped(source: Uint32Array, start: number, end: number, table: Uint32Array): void {
    const needed = this.used + end - start;
    if (needed > this.words.length) this.words = grown(this.words, needed);
    const { words } = this;
    let { used } = this;
    for (let i = start; i < end; i++) words[used++] = table[source[i]!]!;
    this.used = used;
  }

  /** The place of the row of all words pushed since the last call; a new one is kept. */
  intern(tag = 0): number {
    const start = this.offsets[this.count]!;
    const hash = hashOf(this.words, start, this.used, tag);
    const slot = this.slotOf(hash, start, tag);
    const found = this.slots[slot]!;
    if (found !== NONE) {
      this.used = start;
      return found;
    }
    return this.keep(slot, hash, tag);
  }

  private keep(slot: number, hash: number, tag: number): number {
    const row = this.count++;
    this.slots[slot] = row;
    this.hashes[row] = hash;
    this.tags[row] = tag;
    this.offsets[this.count] = this.used;
    if (this.count + 1 >= this.hashes.length) this.growRows();
    return row;
  }

  private slotOf(hash: number, start: number, tag: number): number {
    const { slots, hashes, tags } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot]!;
      if (row === NONE) return slot;
      if (hashes[row] === hash && tags[row] === tag && this.equals(row, start)) return slot;
    }
  }

  private equals(row: number, start: number): boolean {
    const { words } = this;
    const other = this.offsets[row]!;
    const length = this.used - start;
    if (this.offsets[row + 1]! - other !== length) return false;
    for (let i = 0; i < length; i++) if (words[other + i] !== words[start + i]) return false;
    return true;
  }

  private growRows(): void {
    const rows = this.hashes.length * 2;
    this.hashes = grown(this.hashes, rows);
    this.tags = grown(this.tags, rows);
    this.offsets = grown(this.offsets, rows + 1);
    const slots = new Uint32Array(this.slots.length * 2).fill(NONE);
    const mask = slots.length - 1;
    for (let row = 0; row < this.count; row++) {
      let slot = this.hashes[row]! & mask;
      while (slots[slot] !== NONE) slot = (slot + 1) & mask;
      slots[slot] = row;
    }
    this.slots = slots;
  }
}

function hashOf(words: Uint32Array, start: number, end: number, tag: number): number {
  let hash = tag ^ 0x9e3779b9;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ words[i]!, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (end - start), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function grown(array: Uint32Array, needed: number): Uint32Array {
  const larger = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
