import type { StringTable } from './model';
import { Uint32Column, pushUint32, filledUint32 } from './columns';
import type { Growth } from './columns';

/** The bytes of the strings as they are decoded; they outlive the profile's own bytes. */
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

  /** Notes a string of the stretch that `keep` will be given next; `start` and `end` are offsets in the stretch. */
  note(start: number, end: number): void {
    pushUint32(this.starts, this.used + start);
    pushUint32(this.ends, this.used + end);
  }

  /** Keeps a stretch of the wire that holds the strings noted since the last call. */
  keep(stretch: Uint8Array): void {
    const needed = this.used + stretch.length;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(this.used === 0 ? needed : Math.ceil(needed * 1.5));
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

/** Strings as UTF-8 until someone asks. Bytes that are no UTF-8 become U+FFFD. */
class LazyStrings implements StringTable {
  readonly length: number;
  private readonly cache: (string | undefined)[];
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

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
    const text = this.decoder.decode(this.bytes.subarray(this.starts[index], this.ends[index]));
    this.cache[index] = text;
    return text;
  }
}

/** A string table of strings at hand, for profiles that are made rather than decoded. */
export function stringTable(strings: readonly string[]): StringTable {
  return { length: strings.length, get: (index) => strings[index] ?? '' };
}
