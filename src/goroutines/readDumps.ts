import { addId, addLabels, Dump, type DumpKind, type Dumps, GroupKeys, labelsInJson, type TextFacts } from './dump';
import { type GoroutineHeader, HeaderReader } from './headerLine';
import { linesIn, withoutPrefix } from './logLines';
import { Stacks } from './stacks';

/** Where the message of a program that crashes, or of a race, begins. */
const MESSAGE =
  /(?<!\w|\[signal )(?:panic: |fatal error: |SIG[A-Z]+: |http: panic serving |runtime: goroutine stack exceeds|unexpected fault address|WARNING: DATA RACE|goroutines leaked by )/;
const RACE = 'WARNING: DATA RACE';
const RACE_END = '==================';
/** `Previous write at 0x00c000012345 by goroutine 7:`, `Goroutine 7 (running) created at:`. */
const RACE_SECTION = /^((?:Previous )?(?:Atomic )?(?:Read|Write|read|write)|Goroutine) .*:$/;
/** The first line of `debug=1`. */
const COUNTS = /^(?:goroutine|goroutineleak) profile: total (\d+)$/;
/** A group of `debug=1`. */
const COUNTED = /^(\d+) @(?: 0x[\da-f]+)*$/;
const LABELS = '# labels: ';
const PARENT = ' in goroutine ';

const CR = 0x0d;
const SPACE = 0x20;
const BRACE = 0x7b;
const STATELESS = { state: '', minutes: 0, isLocked: false, labels: '' };

/** Limit for the lines of a message, and for its length. */
const MAX_MESSAGE_LINES = 50;
const MAX_MESSAGE = 20_000;
/** A stack ends after so many lines in a row that are no frames, such as lines that another process logged. */
const MAX_NOISE = 10;
/** Limit for the dumps of a text: a log may have one panic per request. */
const MAX_DUMPS = 10_000;

/** The goroutine, or the group of goroutines, that is being read. */
interface Reading {
  readonly header: Omit<GoroutineHeader, 'id'>;
  readonly id: number | undefined;
  readonly count: number;
  /** What stands before each line of it. */
  readonly prefix: string;
  stack: number;
  labels: string;
  /** The number of the goroutine that started it; 0 if it is not known. */
  parent: number;
}

/**
 * Reads the goroutines in a text: panics, fatal errors, answers to SIGQUIT, `debug=1`, `debug=2` and race reports, also
 * between other lines of a log. Takes time linear in the text.
 */
export class DumpReader {
  private readonly dumps: Dump[] = [];
  private readonly stacks = new Stacks();
  private readonly keys = new GroupKeys();
  private readonly headers = new HeaderReader();
  private dump: Dump | undefined;
  private reading: Reading | undefined;
  /** The function whose position is in the next line. */
  private pending: number | undefined;
  private noise = 0;
  private message: string[] | undefined;
  private messagePrefix = '';
  private isMessageComplete = false;
  private text: TextFacts = {};
  private readonly take = (line: string) => this.readLine(line);

  /** @param isPlain whether the line has neither colors nor escaped line ends */
  push(line: string, isPlain = false): void {
    const text = line.charCodeAt(line.length - 1) === CR ? line.slice(0, -1) : line;
    if (isPlain && text.charCodeAt(0) !== BRACE) this.readLine(text);
    else linesIn(text, this.take);
  }

  /** The lines that follow are those of another text. */
  beginText(text: TextFacts): void {
    this.endGoroutine();
    this.dump = undefined;
    this.message = undefined;
    this.messagePrefix = '';
    this.text = text;
  }

  finish(): Dumps {
    this.endGoroutine();
    const dumps = this.dumps.filter(({ groups }) => groups.size > 0);
    return { dumps, stacks: this.stacks, keys: this.keys };
  }

  private readLine(line: string): void {
    const { reading } = this;
    if (reading) {
      const text = trimmed(withoutPrefix(line, reading.prefix));
      if (text === '') return this.endGoroutine();
      if (this.readFrame(reading, text)) return;
    }
    if (this.readStart(line)) return;
    if (this.reading && ++this.noise > MAX_NOISE) this.endGoroutine();
    if (!this.reading) this.continueMessage(line);
  }

  /** Whether the text is a part of the stack. */
  private readFrame(reading: Reading, text: string): boolean {
    const { stacks, pending } = this;
    if (text.charCodeAt(0) === 0x23) return this.readCountedFrame(reading, text);
    if (pending !== undefined) {
      const position = stacks.position(text, pending);
      this.pending = undefined;
      if (position !== undefined) {
        reading.stack = stacks.add(reading.stack, pending, position);
        this.noise = 0;
        return true;
      }
    }
    if (text.endsWith(')')) {
      this.pending = stacks.expected(text, reading.stack);
      if (this.pending !== undefined) return true;
      const args = text.lastIndexOf('(');
      const name = text.slice(0, args);
      // No function has a space in its name, but the message of a logger has.
      if (args <= 0 || name.includes(' ')) return false;
      this.pending = stacks.function(name);
      return true;
    }
    if (text.startsWith('created by ')) {
      const parent = text.lastIndexOf(PARENT);
      if (parent >= 0) reading.parent = Number(text.slice(parent + PARENT.length)) || 0;
      this.pending = stacks.function(parent < 0 ? text : text.slice(0, parent));
      return true;
    }
    const isRemark = (text.startsWith('...') && text.includes('frames elided')) || text.endsWith('stack unavailable');
    if (isRemark) reading.stack = stacks.add(reading.stack, stacks.function(text));
    return isRemark || text.startsWith('[originating from goroutine ');
  }

  /** Reads `#	0x47ab29	main.work+0x29	/app/main.go:12`. */
  private readCountedFrame(reading: Reading, text: string): boolean {
    if (text.startsWith(LABELS)) {
      reading.labels = labelsInJson(text.slice(LABELS.length));
      return true;
    }
    const [, , symbol = '', ...rest] = text.split(/\t+| {2,}/);
    const offset = symbol.lastIndexOf('+0x');
    const fn = this.stacks.function(offset < 0 ? symbol : symbol.slice(0, offset));
    const position = this.stacks.position(rest.join(' ').trim(), fn);
    if (position === undefined) return false;
    reading.stack = this.stacks.add(reading.stack, fn, position);
    return true;
  }

  /** Whether the line begins something: a goroutine, a group, a dump, or a message. */
  private readStart(line: string): boolean {
    const at = this.headers.find(line);
    if (at >= 0) {
      const header = this.headers.read(line, at);
      if (header) return this.beginGoroutine(header, line.slice(0, at));
    }
    if (this.dump?.kind === 'race' && this.readRaceLine(line)) return true;
    const start = MESSAGE.exec(line)?.index;
    if (start !== undefined) return this.beginMessage(line, start);
    return this.readCountsLine(line);
  }

  private readCountsLine(line: string): boolean {
    const isTotal = line.includes(' profile: total ');
    if (!isTotal && this.dump?.kind !== 'counts') return false;
    const text = line.trim();
    const total = isTotal ? COUNTS.exec(text)?.[1] : undefined;
    if (total !== undefined) {
      this.endGoroutine();
      this.beginDump('counts', '', Number(total));
      return true;
    }
    const count = this.dump?.kind === 'counts' ? COUNTED.exec(text)?.[1] : undefined;
    if (count === undefined) return false;
    this.endGoroutine();
    this.begin(STATELESS, undefined, Number(count), '');
    return true;
  }

  private beginGoroutine(header: GoroutineHeader, prefix: string): boolean {
    this.endGoroutine();
    const { message } = this;
    // An id again is that of another moment, or of another process.
    const isOther = !this.dump || this.dump.kind !== 'stacks' || this.dump.members.has(header.id);
    if (message || isOther) this.beginDump('stacks', textOf(message));
    this.begin(header, header.id, 1, prefix);
    return true;
  }

  /** A race report has sections instead of goroutines: both accesses, and where their goroutines were created. */
  private readRaceLine(line: string): boolean {
    const text = withoutPrefix(line, this.messagePrefix).trim();
    if (text.startsWith(RACE_END)) {
      this.endGoroutine();
      this.dump = undefined;
      return true;
    }
    const what = RACE_SECTION.exec(text)?.[1];
    if (what === undefined) return false;
    this.endGoroutine();
    const id = /\bgoroutine (\d+)/i.exec(text)?.[1] ?? (text.includes('main goroutine') ? 1 : undefined);
    const state = what === 'Goroutine' ? 'created at' : what.toLowerCase();
    this.begin({ ...STATELESS, state }, id === undefined ? undefined : Number(id), 1, this.messagePrefix);
    return true;
  }

  private beginMessage(line: string, at: number): boolean {
    const text = line.slice(at);
    // A panic of a deferred function is printed below the first one.
    if (this.message && /^\s+panic: /.test(withoutPrefix(line, this.messagePrefix))) return false;
    this.endGoroutine();
    this.dump = undefined;
    this.messagePrefix = line.slice(0, at);
    if (text.startsWith(RACE)) {
      this.beginDump('race', RACE);
      return true;
    }
    this.message = [text];
    this.isMessageComplete = false;
    return true;
  }

  private continueMessage(line: string): void {
    if (!this.message) {
      if (/^exit status \d+$/.test(line)) this.dump = undefined;
      return;
    }
    const text = withoutPrefix(line, this.messagePrefix).trimEnd();
    // The runtime's own stack is no goroutine.
    this.isMessageComplete ||= text === 'runtime stack:';
    if (this.isMessageComplete) return;
    this.message.push(text);
    if (this.message.length > MAX_MESSAGE_LINES) this.message = undefined;
  }

  private beginDump(kind: DumpKind, message: string, stated?: number): void {
    this.message = undefined;
    if (this.dumps.length >= MAX_DUMPS && this.dump) return;
    this.dump = new Dump(kind, message, stated, this.text);
    if (this.dumps.length < MAX_DUMPS) this.dumps.push(this.dump);
  }

  private begin(header: Reading['header'], id: number | undefined, count: number, prefix: string): void {
    this.noise = 0;
    this.reading = { header, id, count, prefix, stack: this.stacks.empty, labels: header.labels, parent: 0 };
  }

  private endGoroutine(): void {
    const { reading, dump } = this;
    this.pending = undefined;
    this.reading = undefined;
    if (!reading || !dump) return;
    const { header: { state, minutes, isLocked }, id, count, stack, labels, parent } = reading;
    const group = dump.group(this.keys.keyOf(stack, state), stack, state);
    dump.add(group, { count, longestWait: minutes, locked: isLocked ? count : 0 });
    if (id !== undefined) {
      addId(group, id);
      dump.members.add(id, group.key, minutes, parent);
    }
    if (labels !== '') addLabels(group, labels, count);
  }
}

/** Most lines have no space at their ends, or a tab at the start; `trim` takes several times as long. */
function trimmed(line: string): string {
  if (line.charCodeAt(line.length - 1) > SPACE) {
    if (line.charCodeAt(0) > SPACE) return line;
    if (line.charCodeAt(1) > SPACE) return line.slice(1);
  }
  return line.trim();
}

function textOf(message: readonly string[] | undefined): string {
  return (message ?? []).join('\n').trim().replace(/\n{2,}/g, '\n').slice(0, MAX_MESSAGE);
}
