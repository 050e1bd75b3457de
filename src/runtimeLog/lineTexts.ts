import type { Steps } from '../profile/common/guard';

const NEWLINE = 0x0a;
/** Longer lines are cut, in bytes. */
const MAX_LINE = 4000;
/** Lines between two places that are remembered. */
const STRIDE = 256;
/** Lines per step. */
const LINES_PER_STEP = 2 ** 15;

/** Finds lines of a text in UTF-8 by their numbers, which are 1-based. */
export class LineTexts {
  private constructor(
    private readonly bytes: Uint8Array,
    /** Where every STRIDE-th line begins. */
    private readonly places: readonly number[],
  ) {}

  static *of(bytes: Uint8Array): Steps<LineTexts> {
    const places = [0];
    let line = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1)) {
      if (++line % STRIDE === 0) places.push(end + 1);
      if (line % LINES_PER_STEP === 0) yield;
    }
    return new LineTexts(bytes, places);
  }

  textOf(line: number): string {
    let at = this.places[Math.floor((line - 1) / STRIDE)] ?? this.bytes.length;
    for (let skipped = (line - 1) % STRIDE; skipped > 0; skipped--) {
      const end = this.bytes.indexOf(NEWLINE, at);
      if (end < 0) return '';
      at = end + 1;
    }
    const end = this.bytes.indexOf(NEWLINE, at);
    const whole = this.bytes.subarray(at, end < 0 ? this.bytes.length : end);
    // A copy: some browsers do not decode shared memory.
    const text = new TextDecoder().decode(whole.slice(0, MAX_LINE)).replace(/\r$/, '');
    return whole.length > MAX_LINE ? `${text}…` : text;
  }
}

/** The text in UTF-8, if it is in UTF-16 with a byte order mark, as Windows PowerShell writes it. */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
  return encoding ? new TextEncoder().encode(new TextDecoder(encoding).decode(bytes.slice())) : bytes;
}
