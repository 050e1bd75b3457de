import { NONE } from '../model';

const FIRST_ROWS = 1024;

/**
 * Interns rows of 32-bit numbers: `push` the words, then `intern` returns the row's index in order of first appearance.
 * The distinct rows are stored as compressed rows, so they can be used as columns of a profile.
 */
export class WordRows {
  /** Row `i` has `words[offsets[i] … offsets[i + 1])`. */
  words: Uint32Array;
  offsets: Uint32Array;
  /** The tag of each row. Rows with the same words but different tags are distinct. */
  tags: Uint32Array;
  count = 0;
  private used = 0;
  /** The hash of the words pushed since the last row. */
  private hash = 0;
  /** The hash table. A slot is a row and its hash, adjacent, so that a failed lookup reads one cache line. */
  private slots: Uint32Array;

  /** @param rows the initial capacity in rows; `words`: in words. Unwritten pages cost no memory. */
  constructor(rows = FIRST_ROWS, words = 8 * FIRST_ROWS) {
    this.words = new Uint32Array(words + 1);
    this.offsets = new Uint32Array(rows + 2);
    this.tags = new Uint32Array(rows + 1);
    this.slots = emptySlots(2 ** Math.ceil(Math.log2(2 * rows + 2)));
  }

  push(word: number): void {
    if (this.used === this.words.length) this.words = grown(this.words, this.used + 1);
    this.words[this.used++] = word;
    this.hash = mixed(this.hash, word);
  }

  /** For each i from `start` to before `end`: pushes `table[source[i]]` or, if that is NONE, `resolve(source[i])`. */
  pushMapped(
    source: Uint32Array,
    start: number,
    end: number,
    table: Uint32Array,
    resolve: (word: number) => number,
  ): void {
    const needed = this.used + end - start;
    if (needed > this.words.length) this.words = grown(this.words, needed);
    const { words } = this;
    let { used, hash } = this;
    for (let i = start; i < end; i++) {
      let word = table[source[i]];
      if (word === NONE) word = resolve(source[i]);
      words[used++] = word;
      hash = mixed(hash, word);
    }
    this.used = used;
    this.hash = hash;
  }

  /** Returns the index of the row of all words pushed since the last call; adds the row if it is new. */
  intern(tag = 0): number {
    const start = this.offsets[this.count];
    const hash = mixed(mixed(this.hash, tag), this.used - start) >>> 0;
    this.hash = 0;
    const slot = this.slotOf(hash, start, tag);
    const existing = this.slots[slot];
    if (existing !== NONE) {
      this.used = start;
      return existing;
    }
    this.slots[slot] = this.count;
    this.slots[slot + 1] = hash;
    return this.addRow(tag);
  }

  private addRow(tag: number): number {
    const row = this.count++;
    this.tags[row] = tag;
    this.offsets[this.count] = this.used;
    if (this.count === this.tags.length) this.growRows();
    return row;
  }

  private slotOf(hash: number, start: number, tag: number): number {
    const { slots } = this;
    const last = slots.length - 1;
    for (let slot = (2 * hash) & last; ; slot = (slot + 2) & last) {
      const row = slots[slot];
      if (row === NONE) return slot;
      if (slots[slot + 1] === hash && this.tags[row] === tag && this.equals(row, start)) return slot;
    }
  }

  private equals(row: number, start: number): boolean {
    const { words } = this;
    const otherStart = this.offsets[row];
    const length = this.used - start;
    if (this.offsets[row + 1] - otherStart !== length) return false;
    for (let i = 0; i < length; i++) if (words[otherStart + i] !== words[start + i]) return false;
    return true;
  }

  private growRows(): void {
    const rows = this.tags.length * 2;
    this.tags = grown(this.tags, rows);
    this.offsets = grown(this.offsets, rows + 1);
    const old = this.slots;
    const slots = emptySlots(old.length);
    const last = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === NONE) continue;
      let slot = (2 * old[from + 1]) & last;
      while (slots[slot] !== NONE) slot = (slot + 2) & last;
      slots[slot] = old[from];
      slots[slot + 1] = old[from + 1];
    }
    this.slots = slots;
  }
}

function emptySlots(count: number): Uint32Array {
  return new Uint32Array(2 * count).fill(NONE);
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x85ebca6b);
  return product ^ (product >>> 15);
}

function grown(array: Uint32Array, needed: number): Uint32Array {
  const larger = new Uint32Array(Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
