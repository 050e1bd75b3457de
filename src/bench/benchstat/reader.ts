import { tidyUnit } from '../statistics/units';
import { finish, type Steps } from '../../profile/common/guard';
import { utf8Bytes, utf8Text } from '../../profile/common/utf8';
import { BenchmarkName } from '../grammar/benchmarkName';
import { codeUnits, LineFields } from '../grammar/lineFields';
import { Config } from './config';
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
    const text = utf8Text(bytes);
    finish(this.readingFile(text, codeUnits(text, bytes), path, label));
  }

  /** Like `read`, in steps. */
  reading(text: string, path: string, label: string): Steps<void> {
    return this.readingFile(text, codeUnits(text, encoder.encode(text)), path, label);
  }

  private *readingFile(text: string, codes: Uint8Array | Uint16Array, path: string, label: string): Steps<void> {
    const config = new Config(label, this.version + 1);
    const input = { text, fields: new LineFields(text, codes), path: path === '' ? '<unknown>' : path };
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
  readonly fields: LineFields;
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
  private readonly text: string;
  private readonly fields: LineFields;
  private readonly path: string;

  constructor(
    { text, fields, path }: InputText,
    private readonly config: Config,
    private readonly units: UnitMetadata,
    private readonly sink: Sink,
    private readonly names: Names,
  ) {
    this.text = text;
    this.fields = fields;
    this.path = path;
  }

  *reading(): Steps<void> {
    const { text, fields } = this;
    let pauseAt = STEP_LENGTH;
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf('\n', start);
      const next = newline === -1 ? text.length : newline;
      this.checkLength(start, next);
      this.line++;
      fields.startLine(start, next);
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
    const { fields } = this;
    if (fields.skipBenchmark()) this.readResult();
    else if (fields.skipUnit()) this.readUnits();
    else this.readConfig();
  }

  private readResult(): void {
    const { fields, values, measuredUnits: units } = this;
    const name = this.name();
    if (fields.wasOnlyField) return;
    if (fields.isAtEnd) return this.warn('missing iteration count');
    const failure = fields.skipWholeNumber();
    if (failure !== undefined) return this.warn(`parsing iteration count: ${failure}`);
    let count = 0;
    for (; !fields.isAtEnd; count++) {
      const value = fields.number();
      if (typeof value === 'string') return this.warn(`parsing measurement: ${value}`);
      if (fields.isAtEnd) return this.warn('missing units');
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
    const { fields } = this;
    if (fields.skipIfRepeated(this.lastNameAt, this.lastName.full.length)) return this.lastName;
    this.lastNameAt = fields.at;
    const full = fields.field();
    const { benchmarks } = this.names;
    let name = benchmarks.get(full);
    if (name === undefined) benchmarks.set(full, (name = new BenchmarkName(full)));
    this.lastName = name;
    return name;
  }

  /** @param index the measurement's index in the line */
  private unit(index: number): KnownUnit {
    const { fields, lastUnits, lastUnitsAt } = this;
    if (index < lastUnits.length) {
      const last = lastUnits[index];
      if (fields.skipIfRepeated(lastUnitsAt[index], last.untidied.unit.length)) return last;
    }
    lastUnitsAt[index] = fields.at;
    const written = fields.field();
    const { units } = this.names;
    let unit = units.get(written);
    if (unit === undefined) units.set(written, (unit = knownUnit(written)));
    lastUnits[index] = unit;
    return unit;
  }

  private readUnits(): void {
    const { fields } = this;
    const unit = fields.field();
    if (unit === '') return this.warn('missing unit');
    while (!fields.isAtEnd) {
      const pair = fields.keyValue();
      if (pair === undefined) {
        this.warn('expected key=value');
        continue;
      }
      const earlier = this.units.add(unit, pair.key, pair.value);
      if (earlier !== undefined) this.warn(`metadata ${pair.key} of unit ${unit} already set to ${earlier}`);
    }
  }

  private readConfig(): void {
    const config = this.fields.config();
    if (config !== undefined) this.config.set(config.key, config.value);
  }

  private warn(message: string): void {
    this.sink.warn(`${this.path}:${this.line}: ${message}`);
  }
}

const encoder = new TextEncoder();

function knownUnit(written: string): KnownUnit {
  const { unit, factor } = tidyUnit(written);
  const untidied = { unit: written, written };
  return { factor, tidied: unit === written ? untidied : { unit, written }, untidied };
}
