import { tidyUnit } from '../statistics/units';
import { finish, type Steps } from '../../profile/common/guard';
import { utf8Bytes, utf8Text } from '../../profile/common/utf8';
import { BenchmarkName } from './benchmarkName';
import { Config } from './config';
import { isSpace, type NumberFailure, readFloat, wholeNumberFailure } from './goText';
import type { UnitMetadata } from './unitMetadata';

/** The unit of a measurement. Units that agree in both fields share one object. */
export interface UnitName {
  /** Tidied (`sec/op` for `ns/op`), unless tidying does not change the value: see `setMeasurement`. */
  readonly unit: string;
  /** As written in the file. */
  readonly written: string;
}

/** One result line. Valid only until the next line is read, because the reader reuses the arrays and `config`. */
export interface ResultLine {
  readonly name: BenchmarkName;
  readonly config: Config;
  /** Measurements; `values[i]` is in `units[i]`. */
  readonly values: readonly number[];
  readonly units: readonly UnitName[];
}

/** Thrown for a file that cannot be read, or has a line that is too long for benchstat. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

interface Sink {
  take(result: ResultLine): void;
  /** Reports a malformed or contradictory line, which is skipped, wholly or in part: `new.txt:3: missing units`. */
  warn(message: string): void;
}

/** The longest line that benchstat reads, in bytes. */
const MAX_LINE_BYTES = 65535;
/** Characters per step; a step takes about a millisecond. */
const STEP_LENGTH = 16384;

/** Reads files in the benchmark format (golang.org/design/14313-benchmark-format), by the rules of x/perf/benchfmt. */
export class BenchmarkReader {
  private readonly names = new Names();
  private version = 0;

  constructor(private readonly units: UnitMetadata, private readonly sink: Sink) {}

  /**
   * @param path the file's name in messages
   * @param label the value of `.file`
   * @throws InputError if a line is too long
   */
  read(bytes: Uint8Array, path: string, label: string): void {
    finish(this.readingFile(utf8Text(bytes), bytes, path, label));
  }

  /** Like `read`, in steps. */
  reading(text: string, path: string, label: string): Steps<void> {
    return this.readingFile(text, encoder.encode(text), path, label);
  }

  private *readingFile(text: string, bytes: Uint8Array, path: string, label: string): Steps<void> {
    const config = new Config(label, this.version + 1);
    const input = { text, codes: codeUnits(text, bytes), path: path === '' ? '<unknown>' : path };
    yield* new FileReader(input, config, this.units, this.sink, this.names).reading();
    this.version = config.version;
  }
}

/** The names and units read so far, so that equal ones share an object. */
class Names {
  readonly benchmarks = new Map<string, BenchmarkName>();
  readonly units = new Map<string, KnownUnit>();
}

interface KnownUnit {
  readonly factor: number;
  readonly tidied: UnitName;
  /** Both of its fields are the unit as written. */
  readonly untidied: UnitName;
}

interface InputText {
  readonly text: string;
  /** The UTF-16 code units of the text, which are faster to read from an array. */
  readonly codes: Uint8Array | Uint16Array;
  /** The file's name in messages. */
  readonly path: string;
}

/** Reads one file, field by field. */
class FileReader {
  private readonly values: number[] = [];
  private readonly measuredUnits: UnitName[] = [];
  /** The last name read, which the next line usually repeats, and its position. */
  private lastName: BenchmarkName = new BenchmarkName('');
  private lastNameAt = 0;
  /** The last unit read at each index of a line, which the next line usually repeats, and their positions. */
  private readonly lastUnits: KnownUnit[] = [];
  private readonly lastUnitsAt: number[] = [];
  private line = 0;
  /** The unread part of the line starts at `at` and ends before `end`. */
  private at = 0;
  private end = 0;
  private readonly text: string;
  private readonly codes: Uint8Array | Uint16Array;
  private readonly path: string;

  constructor(
    { text, codes, path }: InputText,
    private readonly config: Config,
    private readonly units: UnitMetadata,
    private readonly sink: Sink,
    private readonly names: Names,
  ) {
    this.text = text;
    this.codes = codes;
    this.path = path;
  }

  *reading(): Steps<void> {
    const { text, codes } = this;
    let pauseAt = STEP_LENGTH;
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf('\n', start);
      const next = newline === -1 ? text.length : newline;
      this.checkLength(start, next);
      this.line++;
      this.at = start;
      this.end = next > start && codes[next - 1] === 13 ? next - 1 : next;
      this.readLine();
      start = next + 1;
      if (start < pauseAt) continue;
      pauseAt = start + STEP_LENGTH;
      yield;
    }
  }

  private checkLength(start: number, end: number): void {
    if ((end - start) * 3 <= MAX_LINE_BYTES) return;
    if (utf8Bytes(this.text.slice(start, end)).length <= MAX_LINE_BYTES) return;
    // As in benchstat, the line number is that of the line before the one that is too long.
    throw new InputError(`${this.path}:${this.line}: bufio.Scanner: token too long`);
  }

  private readLine(): void {
    const { text, codes, at } = this;
    if (text.startsWith('Benchmark', at)) this.readResult();
    else if (codes[at] === 85 && this.isUnitLine()) this.readUnits();
    else this.readConfig();
  }

  private readResult(): void {
    this.at += 'Benchmark'.length;
    const name = this.name();
    // `go test -v` prints the bare name when a benchmark starts.
    if (this.at === this.end && !isSpace(this.codes[this.end - 1])) return;
    if (!this.skipDigits() && !this.checkIterations()) return;
    const { values, measuredUnits: units } = this;
    let count = 0;
    for (; this.at < this.end; count++) {
      const value = this.number();
      if (typeof value === 'string') return this.warn(`parsing measurement: ${value}`);
      if (this.at === this.end) return this.warn('missing units');
      this.setMeasurement(count, value, this.unit(count));
    }
    if (count === 0) return this.warn('missing measurements');
    // Setting a length is slow even if it stays the same.
    if (values.length !== count) values.length = count;
    if (units.length !== count) units.length = count;
    this.sink.take({ name, config: this.config, values, units });
  }

  /** As in benchstat, a value that tidying does not change, such as 0 or infinity, keeps the unit as written. */
  private setMeasurement(index: number, value: number, { factor, tidied, untidied }: KnownUnit): void {
    const tidiedValue = value * factor;
    this.values[index] = tidiedValue;
    this.measuredUnits[index] = tidiedValue === value ? untidied : tidied;
  }

  private name(): BenchmarkName {
    if (this.skipIfRepeated(this.lastNameAt, this.lastName.full.length)) return this.lastName;
    this.lastNameAt = this.at;
    const full = this.field();
    const { benchmarks } = this.names;
    let name = benchmarks.get(full);
    if (name === undefined) benchmarks.set(full, (name = new BenchmarkName(full)));
    this.lastName = name;
    return name;
  }

  /** @param index the measurement's index in the line */
  private unit(index: number): KnownUnit {
    const { lastUnits, lastUnitsAt } = this;
    if (index < lastUnits.length) {
      const last = lastUnits[index];
      if (this.skipIfRepeated(lastUnitsAt[index], last.untidied.unit.length)) return last;
    }
    lastUnitsAt[index] = this.at;
    const written = this.field();
    const { units } = this.names;
    let unit = units.get(written);
    if (unit === undefined) units.set(written, (unit = knownUnit(written)));
    lastUnits[index] = unit;
    return unit;
  }

  /** Skips the next field if it equals the one at an earlier position. Returns whether it did. */
  private skipIfRepeated(earlier: number, length: number): boolean {
    const { codes, at } = this;
    const stop = at + length;
    if (stop > this.end || !this.isFieldEnd(stop)) return false;
    for (let i = 0; i < length; i++) if (codes[at + i] !== codes[earlier + i]) return false;
    this.skipSpaces(stop);
    return true;
  }

  /** Skips the next field if it is a small whole number, as the iteration count usually is. Returns whether it did. */
  private skipDigits(): boolean {
    const { codes, at } = this;
    let stop = at;
    while (stop < this.end && isDigit(codes[stop])) stop++;
    const isWhole = stop > at && stop - at < 16 && this.isFieldEnd(stop);
    if (isWhole) this.skipSpaces(stop);
    return isWhole;
  }

  /** Reads the count of iterations. Returns whether it is valid, and warns if not. */
  private checkIterations(): boolean {
    if (this.at === this.end) this.warn('missing iteration count');
    else {
      const failure = wholeNumberFailure(this.field());
      if (failure === undefined) return true;
      this.warn(`parsing iteration count: ${failure}`);
    }
    return false;
  }

  private isFieldEnd(at: number): boolean {
    return at === this.end || isSpace(this.codes[at]);
  }

  private isUnitLine(): boolean {
    const { at } = this;
    if (this.text.startsWith('Unit', at) && this.field() === 'Unit') return true;
    this.at = at;
    return false;
  }

  private readUnits(): void {
    const unit = this.field();
    if (unit === '') return this.warn('missing unit');
    while (this.at < this.end) {
      const pair = this.field();
      const equals = pair.indexOf('=');
      if (equals <= 0) {
        this.warn('expected key=value');
        continue;
      }
      const key = pair.slice(0, equals);
      const earlier = this.units.add(unit, key, pair.slice(equals + 1));
      if (earlier !== undefined) this.warn(`metadata ${key} of unit ${unit} already set to ${earlier}`);
    }
  }

  /** A key begins with a lower-case letter and has neither spaces nor capitals; an empty value deletes the key. */
  private readConfig(): void {
    const { text, codes, at, end } = this;
    if (!isLower(text.codePointAt(at) ?? 0)) return;
    let colon = at;
    for (; codes[colon] !== 58; colon++) {
      if (colon >= end || cannotBeInKey(text, colon)) return;
    }
    let from = colon + 1;
    while (from < end && (codes[from] === 32 || codes[from] === 9)) from++;
    if (from === colon + 1 && from < end) return;
    this.config.set(text.slice(at, colon), text.slice(from, end));
  }

  /** Returns the next field and skips the spaces after it; empty at the end of the line. */
  private field(): string {
    const { text, codes, end, at } = this;
    let stop = at;
    while (stop < end && !isSpace(codes[stop])) stop++;
    this.skipSpaces(stop);
    return text.slice(at, stop);
  }

  /** The next field as a number. */
  private number(): number | NumberFailure {
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

  private skipSpaces(from: number): void {
    const { codes, end } = this;
    let at = from;
    while (at < end && isSpace(codes[at])) at++;
    this.at = at;
  }

  private warn(message: string): void {
    this.sink.warn(`${this.path}:${this.line}: ${message}`);
  }
}

const encoder = new TextEncoder();

/** @param bytes the text in UTF-8; bytes that are not UTF-8 are lone surrogates in the text */
function codeUnits(text: string, bytes: Uint8Array): Uint8Array | Uint16Array {
  // The units of ASCII are as many as its bytes, and equal.
  if (bytes.length === text.length && text.isWellFormed()) return bytes;
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
  return codes;
}

const POWERS_OF_TEN = Array.from({ length: 17 }, (_, power) => 10 ** power);

function knownUnit(written: string): KnownUnit {
  const { unit, factor } = tidyUnit(written);
  const untidied = { unit: written, written };
  return { factor, tidied: unit === written ? untidied : { unit, written }, untidied };
}

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
