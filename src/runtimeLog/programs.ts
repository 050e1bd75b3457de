/** Programs that may go on, by prefix: of the oldest ones, no line is expected any more. */
const MAX_OPEN = 16;
/** Longer prefixes, and prefixes beyond this number, count as none. */
const MAX_PREFIX = 200;
const MAX_PREFIXES = 1000;

/**
 * A name with its digits: `web-1`, `pod-7f9c-abcde`, `app[17]`, and `worker 3` at the end of brackets or a column. Or
 * what begins with a digit, as times do.
 */
const NAME_OR_NUMBER = /[\p{L}_][\p{L}\w.-]*(?:\[\d+\]| \d+(?= *[\]|]))?|\d[\p{L}\w.:+-]*/gu;

/** A program of a text. */
export interface ReadProgram {
  /** Of its first line. */
  readonly prefix: string;
  readonly firstLine: number;
  /** The number of its first collection; 0 without any. */
  readonly firstCollection: number;
  /** The moment of its first line, in seconds since the start of the program. */
  readonly firstSeconds: number;
  readonly lastLine: number;
  readonly collections: number;
  readonly states: number;
  readonly seconds: number;
}

/** Prefixes that differ in their digits only: names such as `web-1` and `web-2`, or a counter such as `[line 17]`. */
interface Family {
  readonly names: Set<string>;
  /** Whether a prefix has come again, which one with a counter does not. */
  areNames: boolean;
}

/** Lines that are of one program, whether the digits before them are those of a name or of a counter. */
interface Part {
  readonly ofName: number;
  readonly ofCounter: number;
  readonly family: Family | undefined;
  readonly program: Writable<ReadProgram>;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const PAIR = 2 ** 26;

/**
 * Tells the programs of a text apart: by what stands before their lines, and by numbers and times that begin again.
 * Programs whose lines are mixed and have the same prefix are told apart by the numbers of their collections.
 */
export class Programs {
  private readonly parts: Part[] = [];
  private readonly byPair = new Map<number, number>();
  private readonly byName = new OpenPrograms();
  private readonly byCounter = new OpenPrograms();
  private readonly families = new Map<string, Family>();
  private nameCount = 0;

  /**
   * The index of a line's part: see programs.
   * @param before what stands before the line
   * @param gc the number of the collection; unset for a line of the scheduler
   */
  of(before: string, line: number, seconds: number, gc?: number): number {
    // Times and other numbers in a prefix change from line to line.
    const name = before.length > MAX_PREFIX ? '' : before.replace(NAME_OR_NUMBER, withoutNumbers);
    const counter = name.replace(/\d+/g, '#');
    const family = counter === name ? undefined : this.familyOf(counter, name);
    const ofName = this.byName.of(name, seconds, gc);
    const ofCounter = family && !family.areNames ? this.byCounter.of(counter, seconds, gc) : -1;
    const pair = ofName * PAIR + ofCounter;
    const index = this.byPair.get(pair) ?? this.parts.length;
    if (index === this.parts.length) {
      this.byPair.set(pair, index);
      this.parts.push({ ofName, ofCounter, family, program: programFrom(before, line, seconds) });
    }
    const { program } = this.parts[index];
    if (gc === undefined) program.states++;
    else {
      program.firstCollection ||= gc;
      program.collections++;
    }
    program.lastLine = line;
    program.seconds = Math.max(program.seconds, seconds);
    return index;
  }

  /** The programs, in the order in which they begin, and the index of each part's program. Call after the last line. */
  programs(): { readonly all: readonly ReadProgram[]; readonly ofParts: Uint32Array } {
    const all: Writable<ReadProgram>[] = [];
    const known = new Map<string, number>();
    const ofParts = Uint32Array.from(this.parts, ({ ofName, ofCounter, family, program }) => {
      const key = family && !family.areNames ? `counter ${ofCounter}` : `name ${ofName}`;
      const index = known.get(key) ?? all.length;
      if (index < all.length) join(all[index], program);
      else all.push(program);
      known.set(key, index);
      return index;
    });
    return { all, ofParts };
  }

  private familyOf(counter: string, name: string): Family | undefined {
    let family = this.families.get(counter);
    if (!family) {
      if (this.families.size === MAX_PREFIXES) return undefined;
      this.families.set(counter, family = { names: new Set(), areNames: false });
    }
    if (family.areNames) return family;
    if (family.names.has(name)) {
      family.areNames = true;
      family.names.clear();
    } else if (this.nameCount < MAX_PREFIXES) {
      this.nameCount++;
      family.names.add(name);
    }
    return family;
  }
}

function programFrom(before: string, line: number, seconds: number): Writable<ReadProgram> {
  const prefix = before.trim().slice(0, MAX_PREFIX);
  const moments = { firstSeconds: seconds, seconds, firstCollection: 0 };
  return { prefix, firstLine: line, lastLine: line, collections: 0, states: 0, ...moments };
}

/** Adds the lines of a later part. */
function join(program: Writable<ReadProgram>, part: ReadProgram): void {
  program.firstCollection ||= part.firstCollection;
  program.collections += part.collections;
  program.states += part.states;
  program.lastLine = Math.max(program.lastLine, part.lastLine);
  program.seconds = Math.max(program.seconds, part.seconds);
}

interface OpenProgram {
  readonly index: number;
  gc: number;
  gcTime: number;
  schedTime: number;
}

/** Programs whose next lines are expected. */
class OpenPrograms {
  private count = 0;
  /** By prefix; the one whose line was read last is last. */
  private readonly open = new Map<string, OpenProgram[]>();

  /** The index of a line's program. */
  of(prefix: string, seconds: number, gc: number | undefined): number {
    const programs = this.programsOf(prefix);
    const found = gc === undefined ? stateOf(programs, seconds) : collectionOf(programs, seconds, gc);
    const program = found ?? this.begin(programs);
    if (gc === undefined) program.schedTime = seconds;
    else [program.gc, program.gcTime] = [gc, seconds];
    if (programs.at(-1) !== program) {
      programs.splice(programs.indexOf(program), 1);
      programs.push(program);
    }
    return program.index;
  }

  private programsOf(prefix: string): OpenProgram[] {
    const known = this.open.get(prefix);
    if (known) return known;
    const key = this.open.size < MAX_PREFIXES ? prefix : '';
    const programs = this.open.get(key) ?? [];
    this.open.set(key, programs);
    return programs;
  }

  private begin(programs: OpenProgram[]): OpenProgram {
    const program = { index: this.count++, gc: -1, gcTime: -1, schedTime: -1 };
    if (programs.length === MAX_OPEN) programs.shift();
    programs.push(program);
    return program;
  }
}

function withoutNumbers(text: string): string {
  return /^\d/.test(text) ? text.replace(/\d+/g, '#') : text;
}

/** The program whose next collection this is; else the last one that it may be of, because lines are missing. */
function collectionOf(programs: readonly OpenProgram[], seconds: number, gc: number): OpenProgram | undefined {
  const isLater = (program: OpenProgram) => program.gcTime <= seconds && program.gc < gc;
  return programs.findLast((program) => isLater(program) && program.gc === gc - 1)
    ?? programs.findLast(isLater);
}

function stateOf(programs: readonly OpenProgram[], seconds: number): OpenProgram | undefined {
  return programs.findLast(({ schedTime }) => schedTime <= seconds);
}
