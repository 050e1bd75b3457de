import { isSpace, type NumberFailure, readFloat, wholeNumberFailure } from './goText';

/**
 * Reads the fields of one line after the other, by the grammar of x/perf/benchfmt. Spaces separate fields. Callers
 * decide which lines are results, and what becomes of malformed ones.
 */
export class LineFields {
  /** The unread part of the line starts here, at a field unless the line starts with a space. */
  at = 0;
  private end = 0;

  /** @param codes the UTF-16 code units of the text, which are faster to read from an array */
  constructor(private readonly text: string, private readonly codes: Uint8Array | Uint16Array = codeUnits(text)) {
    this.end = text.length;
  }

  /**
   * Goes to a line.
   * @param end the offset of its newline, or the end of the text
   */
  startLine(start: number, end: number): void {
    this.at = start;
    this.end = end > start && this.codes[end - 1] === 13 ? end - 1 : end;
  }

  get isAtEnd(): boolean {
    return this.at === this.end;
  }

  /** Whether the field just read is all of the line: `go test -v` prints the bare name when a benchmark starts. */
  get wasOnlyField(): boolean {
    return this.at === this.end && !isSpace(this.codes[this.end - 1]);
  }

  /** Skips `Benchmark`, with which a result starts. Returns whether the line starts so. */
  skipBenchmark(): boolean {
    const isResult = this.text.startsWith('Benchmark', this.at);
    if (isResult) this.at += 'Benchmark'.length;
    return isResult;
  }

  /** Skips the field `Unit`, with which a line of metadata starts. Returns whether the line starts so. */
  skipUnit(): boolean {
    const { at } = this;
    if (this.codes[at] !== 85) return false;
    if (this.text.startsWith('Unit', at) && this.field() === 'Unit') return true;
    this.at = at;
    return false;
  }

  /** Returns the next field and skips the spaces after it; empty at the end of the line. */
  field(): string {
    const { text, codes, end, at } = this;
    let stop = at;
    while (stop < end && !isSpace(codes[stop])) stop++;
    this.skipSpaces(stop);
    return text.slice(at, stop);
  }

  /** Skips the next field if it equals the one at an earlier position. Returns whether it did. */
  skipIfRepeated(earlier: number, length: number): boolean {
    const { codes, at } = this;
    const stop = at + length;
    if (stop > this.end || !this.isFieldEnd(stop)) return false;
    for (let i = 0; i < length; i++) if (codes[at + i] !== codes[earlier + i]) return false;
    this.skipSpaces(stop);
    return true;
  }

  /** Skips the next field. Returns why it is not a whole number; undefined if it is one. */
  skipWholeNumber(): NumberFailure | undefined {
    const { codes, at } = this;
    let stop = at;
    while (stop < this.end && isDigit(codes[stop])) stop++;
    const isShort = stop > at && stop - at < 16 && this.isFieldEnd(stop);
    if (!isShort) return wholeNumberFailure(this.field());
    this.skipSpaces(stop);
    return undefined;
  }

  /** The next field as a number. */
  number(): number | NumberFailure {
    const { text, codes, end, at } = this;
    let stop = at;
    let digits = 0;
    let point = -1;
    for (; stop < end; stop++) {
      const code = codes[stop];
      if (isDigit(code)) digits = digits * 10 + (code - 48);
      else if (code === 46 && point === -1) point = stop;
      else break;
    }
    const decimals = point === -1 ? 0 : stop - point - 1;
    const isShort = stop - at <= 16 && stop - at > (point === -1 ? 0 : 1);
    if (!isShort || !this.isFieldEnd(stop)) return readFloat(this.field());
    this.skipSpaces(stop);
    // The digits (at most fifteen) and the power of ten are exact floats, so the quotient is rounded only once.
    return digits >= 1e15 ? readFloat(text.slice(at, stop)) : digits / POWERS_OF_TEN[decimals];
  }

  /** The field that starts at `from`, which may be read already. */
  textFrom(from: number): string {
    this.at = from;
    return this.field();
  }

  /** The next field as `key=value`; undefined for any other field. */
  keyValue(): KeyValue | undefined {
    const pair = this.field();
    const equals = pair.indexOf('=');
    return equals <= 0 ? undefined : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
  }

  /** The line as `key: value`; undefined for any other line. */
  config(): KeyValue | undefined {
    return readConfig(this.text, this.at, this.end);
  }

  private isFieldEnd(at: number): boolean {
    return at === this.end || isSpace(this.codes[at]);
  }

  private skipSpaces(from: number): void {
    const { codes, end } = this;
    let at = from;
    while (at < end && isSpace(codes[at])) at++;
    this.at = at;
  }
}

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/**
 * A line such as `goos: linux`; undefined for any other line. A key begins with a lower-case letter and has neither
 * spaces nor capitals; an empty value deletes the key.
 */
export function readConfig(text: string, at = 0, end = text.length): KeyValue | undefined {
  if (!isLower(text.codePointAt(at) ?? 0)) return undefined;
  let colon = at;
  for (; text.charCodeAt(colon) !== 58; colon++) {
    if (colon >= end || cannotBeInKey(text, colon)) return undefined;
  }
  let from = colon + 1;
  while (from < end && (text[from] === ' ' || text[from] === '\t')) from++;
  if (from === colon + 1 && from < end) return undefined;
  return { key: text.slice(at, colon), value: text.slice(from, end) };
}

/** @param bytes the text in UTF-8, if known; bytes that are not UTF-8 are lone surrogates in the text */
export function codeUnits(text: string, bytes?: Uint8Array): Uint8Array | Uint16Array {
  // The units of ASCII are as many as its bytes, and equal.
  if (bytes?.length === text.length && text.isWellFormed()) return bytes;
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
  return codes;
}

const POWERS_OF_TEN = Array.from({ length: 17 }, (_, power) => 10 ** power);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function isLower(character: number): boolean {
  if (character < 0x80) return character >= 97 && character <= 122;
  return /^\p{Ll}/u.test(String.fromCodePoint(character));
}

function cannotBeInKey(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 65 && code <= 90) || isSpace(code);
  return isSpace(code) || /^\p{Lu}/u.test(String.fromCodePoint(text.codePointAt(at)!));
}
