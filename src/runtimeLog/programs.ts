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

/** A program of a text, as its lines are read. */
export interface ReadProgram {
  /** Of its first line. */
  readonly prefix: string;
  readonly firstLine: number;
  lastLine: number;
  collections: number;
  states: number;
  seconds: number;
}

interface OpenProgram {
  readonly index: number;
  gc: number;
  gcTime: number;
  schedTime: number;
}

/**
 * Tells the programs of a text apart: by what stands before their lines, and by numbers and times that begin again.
 * Programs whose lines are mixed and have the same prefix are told apart by the numbers of their collections.
 */
export class Programs {
  readonly all: ReadProgram[] = [];
  /** By prefix; the one whose line was read last is last. */
  private readonly open = new Map<string, OpenProgram[]>();

  /**
   * The index of a line's program.
   * @param before what stands before the line
   * @param gc the number of the collection; unset for a line of the scheduler
   */
  of(before: string, line: number, seconds: number, gc?: number): number {
    const prefix = this.prefixOf(before);
    const programs = this.open.get(prefix)!;
    const found = gc === undefined ? stateOf(programs, seconds) : collectionOf(programs, seconds, gc);
    const program = found ?? this.begin(before, line, programs);
    const read = this.all[program.index];
    if (gc === undefined) {
      program.schedTime = seconds;
      read.states++;
    } else {
      [program.gc, program.gcTime] = [gc, seconds];
      read.collections++;
    }
    read.lastLine = line;
    read.seconds = Math.max(read.seconds, seconds);
    if (programs.at(-1) !== program) {
      programs.splice(programs.indexOf(program), 1);
      programs.push(program);
    }
    return program.index;
  }

  /** Times and other numbers in a prefix change from line to line; the digits of a name do not. */
  private prefixOf(before: string): string {
    const prefix = before.length > MAX_PREFIX ? '' : before.replace(NAME_OR_NUMBER, withoutNumbers);
    if (this.open.has(prefix)) return prefix;
    const known = this.open.size < MAX_PREFIXES ? prefix : '';
    if (!this.open.has(known)) this.open.set(known, []);
    return known;
  }

  private begin(before: string, line: number, programs: OpenProgram[]): OpenProgram {
    const prefix = before.trim().slice(0, MAX_PREFIX);
    const program = { index: this.all.length, gc: -1, gcTime: -1, schedTime: -1 };
    this.all.push({ prefix, firstLine: line, lastLine: line, collections: 0, states: 0, seconds: 0 });
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
