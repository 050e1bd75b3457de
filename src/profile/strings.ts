import { Uint32Column, allocated, filledUint32, pushUint32 } from './common/columns';
import type { Growth } from './common/columns';
import { claim } from './common/guard';
import { ProfileError } from './errors';
import type { StringTable } from './model';
import { uint8Array } from './common/largeArrays';
import { utf8Text } from './common/utf8';

/**
 * The maximum length of a string, in bytes of UTF-8. Longer strings are cut, because names are drawn many times. The
 * longest names in Go programs have a tenth of this.
 */
const MAX_SHOWN_BYTES = 16384;
/** The starts and ends of strings are 32-bit numbers. */
const MAX_BYTES = 2 ** 32 - 1;

/** Copies the bytes of strings during decode, so that the file's bytes can be freed. */
export class StringBytes {
  private bytes = new Uint8Array(0);
  private used = 0;
  private readonly starts: Uint32Column;
  private readonly ends: Uint32Column;

  constructor(growth: Growth) {
    this.starts = new Uint32Column(growth);
    this.ends = new Uint32Column(growth);
  }

  get length(): number {
    return this.starts.length;
  }

  /** Adds a string of the stretch that is passed to `keep` next. `start` and `end` are offsets in that stretch. */
  note(start: number, end: number): void {
    pushUint32(this.starts, this.used + start);
    pushUint32(this.ends, this.used + end);
  }

  /** Copies the stretch of the wire that contains the strings noted since the last call. */
  keep(stretch: Uint8Array): void {
    const needed = this.used + stretch.length;
    if (needed > this.bytes.length) {
      if (needed > MAX_BYTES) throw new ProfileError('decode', 'The profile has more than 4 GB of strings.');
      const capacity = this.used === 0 ? needed : Math.ceil(needed * 1.5);
      claim(capacity);
      const grown = allocated(() => uint8Array(capacity));
      grown.set(this.bytes.subarray(0, this.used));
      this.bytes = grown;
    }
    this.bytes.set(stretch, this.used);
    this.used = needed;
  }

  table(): StringTable {
    return new LazyStrings(this.bytes, filledUint32(this.starts), filledUint32(this.ends));
  }
}

/**
 * Strings are bytes until first used; see `utf8Text` for bytes that are not UTF-8. A string that is too long is cut and
 * ends with its length and index, so that it differs from others with the same beginning.
 */
class LazyStrings implements StringTable {
  readonly length: number;
  private readonly cache: (string | undefined)[];

  constructor(
    private readonly bytes: Uint8Array,
    private readonly starts: Uint32Array,
    private readonly ends: Uint32Array,
  ) {
    this.length = starts.length;
    this.cache = new Array<string | undefined>(starts.length);
  }

  get(index: number): string {
    const cached = this.cache[index];
    if (cached !== undefined) return cached;
    if (!(index >= 0 && index < this.length)) throw new RangeError(`no string ${index} in a table of ${this.length}`);
    const [start, end] = [this.starts[index], this.ends[index]];
    const text = end - start <= MAX_SHOWN_BYTES ? this.decode(start, end) : this.cut(index, start, end);
    this.cache[index] = text;
    return text;
  }

  /** Compares only strings of the same length, so that few are decoded. @param text ASCII */
  contains(text: string): boolean {
    const { starts, ends, length } = this;
    for (let i = 0; i < length; i++) if (ends[i] - starts[i] === text.length && this.get(i) === text) return true;
    return false;
  }

  private cut(index: number, start: number, end: number): string {
    let cutAt = start + MAX_SHOWN_BYTES;
    while (cutAt > start && isContinuation(this.bytes[cutAt])) cutAt--;
    return `${this.decode(start, cutAt)}… (${end - start} bytes, string ${index} of the profile)`;
  }

  private decode(start: number, end: number): string {
    return utf8Text(this.bytes.subarray(start, end));
  }
}

/** Whether the byte continues a UTF-8 character. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Whether a string may equal the ASCII text; certain only of tables that are decoded from bytes. */
export function mayContain(strings: StringTable, text: string): boolean {
  return !(strings instanceof LazyStrings) || strings.contains(text);
}

/** A table of the given strings, for profiles that are not decoded from bytes. */
export function stringTable(strings: readonly string[]): StringTable {
  return { length: strings.length, get: (index) => strings[index] ?? '' };
}

/** The table with more strings appended. */
export function withStrings(strings: StringTable, texts: readonly string[]): StringTable {
  const { length } = strings;
  return {
    length: length + texts.length,
    get: (index) => (index < length ? strings.get(index) : (texts[index - length] ?? '')),
  };
}
