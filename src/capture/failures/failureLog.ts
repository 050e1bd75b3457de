import { isAbsolute } from 'node:path';
import type { Steps } from '../../profile/work/guard';
import { eachLine, findInLines } from '../../profile/work/textLines';
import { absoluteFile, type GoPlaces } from './goPlaces';
import type { TraceLocation } from './goTrace';

export interface LogLine {
  /** All lines of the message, joined. */
  readonly text: string;
  readonly location: TraceLocation;
}

/** The innermost test or benchmark that failed, and its last message: the one of Fatal comes last. */
export interface FailedTest {
  readonly name: string;
  readonly log: LogLine | undefined;
}

/** Limit for a message; the reason comes first. */
const MAX_TEXT = 200;

/**
 * The failure of `top`, or of a sub-test in it, from the output of `go test`; undefined if no line reports one.
 *
 * A log is below its `--- FAIL` line; with -v it is printed at once, and the line follows:
 *
 *     BenchmarkA-2    --- FAIL: BenchmarkA-2     in a later round, and after words without a newline
 *         a_test.go:7: oh no
 *             on two lines
 */
export function* failedTest(output: string, top: string, places: GoPlaces): Steps<FailedTest | undefined> {
  const names = yield* failedNames(output, top);
  if (names.length === 0) return undefined;
  const isVerbose = yield* findInLines(
    output,
    (line) => (/^Benchmark\S*$/.test(line) && isPartOf(line, top)) || undefined,
    { having: 'Benchmark' },
  );
  const logs = new LogReader(top, { isBelow: !isVerbose, places });
  yield* eachLine(output, (line) => logs.take(line));
  logs.finish();
  const innermost = yield* withoutParents(names);
  const name = innermost.findLast((each) => logs.byTest.has(each)) ?? innermost.at(-1)!;
  return { name, log: logs.byTest.get(name) };
}

/** In the order printed. */
function* failedNames(output: string, top: string): Steps<string[]> {
  const found: string[] = [];
  yield* eachLine(output, (line) => {
    const name = failedName(line, top);
    if (name !== undefined) found.push(name);
  }, { having: '--- FAIL: ' });
  return found;
}

function failedName(line: string, top: string): string | undefined {
  const name = nameAfter(line, '--- FAIL: ');
  return name !== undefined && isPartOf(name, top) ? name : undefined;
}

function nameAfter(line: string, mark: string): string | undefined {
  const at = line.lastIndexOf(mark);
  const rest = at === -1 ? '' : line.slice(at + mark.length);
  return /^(\S+)(?: \(\d+\.\d+s\))?$/.exec(rest)?.[1];
}

/** A benchmark's name ends in the number of processors. */
function isPartOf(name: string, top: string): boolean {
  return name === top || name.startsWith(`${top}/`) || (name.startsWith(`${top}-`) && /^\d+$/.test(name.slice(top.length + 1)));
}

/** A test's parents fail with it, so the links from each test to its parent lead to all of them. */
function* withoutParents(names: readonly string[]): Steps<readonly string[]> {
  const known = new Set(names);
  const parents = new Set<string>();
  for (const name of known) {
    const parent = nearestParent(name, known);
    if (parent !== undefined) parents.add(parent);
    yield;
  }
  const innermost = names.filter((name) => !parents.has(name));
  return innermost.length === 0 ? names : innermost;
}

/** Limit for the slashes in the name of one sub-test. */
const MAX_SLASHES = 32;

function nearestParent(name: string, known: ReadonlySet<string>): string | undefined {
  let end = name.lastIndexOf('/');
  for (let tries = 0; end > 0 && tries < MAX_SLASHES; tries++) {
    const parent = name.slice(0, end);
    if (known.has(parent)) return parent;
    end = name.lastIndexOf('/', end - 1);
  }
  return undefined;
}

/** Collects the last log of each test that failed. */
class LogReader {
  readonly byTest = new Map<string, LogLine>();
  private current: string | undefined;
  private last: LogLine | undefined;
  /** The current log: its lines so far, and the indent of further lines. */
  private reading: { readonly log: LogLine; readonly indent: string; readonly lines: string[] } | undefined;

  constructor(
    private readonly top: string,
    private readonly options: { readonly isBelow: boolean; readonly places: GoPlaces },
  ) {}

  take(line: string): void {
    if (this.reading !== undefined && line.startsWith(this.reading.indent)) {
      if (this.reading.lines.length < MAX_LINES) this.reading.lines.push(line);
      return;
    }
    this.finish();
    const { isBelow, places } = this.options;
    const failure = failedName(line, this.top);
    const next = failure ?? nameOfHeader(line);
    if (next !== undefined) {
      // With -v a benchmark's log ends with this line.
      if (!isBelow && failure !== undefined && this.last !== undefined) this.byTest.set(failure, this.last);
      this.current = next;
      this.last = undefined;
      return;
    }
    const log = readLogLine(line, places);
    if (log !== undefined) this.reading = { log, indent: indentBelow(line), lines: [log.text] };
  }

  /** Ends the current log. */
  finish(): void {
    if (this.reading === undefined) return;
    const { log, lines } = this.reading;
    this.reading = undefined;
    this.last = { ...log, text: textOf(lines) };
    if (this.options.isBelow && this.current !== undefined) this.byTest.set(this.current, this.last);
  }
}

/** Limit for the lines of one message; Testify prints the reason in the first few. */
const MAX_LINES = 1000;

/** The name in a line that ends the log of one test and begins that of another. */
function nameOfHeader(line: string): string | undefined {
  return /^(?:=== (?:RUN|NAME|CONT|PAUSE)\s+| *--- [A-Z]+: |(?=Benchmark))(\S+)/.exec(line)?.[1];
}

/** The lines of a message after its first are indented further. */
function indentBelow(line: string): string {
  return `${/^ */.exec(line)![0] || '    '}    `;
}

function textOf(lines: readonly string[]): string {
  const text = reasonOf(lines.map((line) => line.trim()));
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).trimEnd()}…`;
}

/** Testify prints where it was called before it prints why it fails. */
function reasonOf(words: readonly string[]): string {
  const lines = words.filter((line) => line !== '');
  const error = lines[0]?.startsWith('Error Trace:') ? lines.findIndex((line) => line.startsWith('Error:')) : -1;
  const reason = error === -1 ? lines : [lines[error].slice('Error:'.length).trim(), ...lines.slice(error + 1)];
  const end = error === -1 ? -1 : reason.findIndex((line) => /^(?:Test|Messages):/.test(line));
  return (end === -1 ? reason : reason.slice(0, end)).join(' ');
}

/** Reads `    a_test.go:7: oh no`, with the whole path under -fullpath; output without a newline may precede it. */
export function readLogLine(line: string, places: GoPlaces): LogLine | undefined {
  const end = line.indexOf('.go:');
  if (end === -1) return undefined;
  const before = line.slice(0, end + 3);
  const rest = /^(\d+): ?(.*)$/s.exec(line.slice(end + 4));
  if (rest === null) return undefined;
  const indented = /^\s/.test(before);
  const file = indented ? before.trimStart() : before.slice(before.lastIndexOf('    ') + 4);
  if (!indented && (!before.includes('    ') || !isAbsolute(file))) return undefined;
  if (/^(?:[A-Za-z]:)?[^:]*$/.exec(file) === null) return undefined;
  const location = { file: absoluteFile(file, places), line: Number(rest[1]), column: 1 };
  return { text: rest[2].trim(), location };
}
