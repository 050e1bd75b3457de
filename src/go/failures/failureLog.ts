import { isAbsolute } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { eachLine, findInLines } from '../../profile/common/textLines';
import { absoluteFile, type GoPlaces, type TraceLocation } from './goPlaces';
import type { GoTestRequest } from '../captureTypes';

export interface LogLine {
  /** All lines of the message, joined. */
  readonly text: string;
  readonly location: TraceLocation;
}

/** The innermost test or benchmark that failed, and its last log message; after b.Fatal, that of Fatal. */
export interface FailedTest {
  readonly name: string;
  readonly log: LogLine | undefined;
}

/** Limit for the length of a message, whose reason is at its start. */
const MAX_TEXT = 200;

/**
 * The failure of `top`, or of the last sub-test in it that has a log, from the output of `go test`; undefined if no
 * line reports a failure.
 *
 * A log follows its test's `=== RUN` or `--- FAIL` line; with -v, the log of a benchmark precedes its `--- FAIL` line.
 * That line may start with other text, such as the name of a benchmark or output without a newline:
 *
 *     BenchmarkA-2    --- FAIL: BenchmarkA-2
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

/** The names of the failed tests, in the order printed. */
function* failedNames(output: string, top: string): Steps<string[]> {
  const names: string[] = [];
  yield* eachLine(output, (line) => {
    const name = failedName(line, top);
    if (name !== undefined) names.push(name);
  }, { having: '--- FAIL: ' });
  return names;
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

/** Whether a test is `top`, a sub-test of it, or `top` with GOMAXPROCS at the end: `BenchmarkA-8`. */
function isPartOf(name: string, top: string): boolean {
  return name === top || name.startsWith(`${top}/`) || (name.startsWith(`${top}-`) && /^\d+$/.test(name.slice(top.length + 1)));
}

/** The innermost tests. A test's parents fail with it, so removing the nearest parent of each removes all parents. */
function* withoutParents(names: readonly string[]): Steps<readonly string[]> {
  const failed = new Set(names);
  const parents = new Set<string>();
  for (const name of failed) {
    const parent = nearestParent(name, failed);
    if (parent !== undefined) parents.add(parent);
    yield;
  }
  const innermost = names.filter((name) => !parents.has(name));
  return innermost.length === 0 ? names : innermost;
}

/** Limit for the slashes in the name of one sub-test. */
const MAX_SLASHES = 32;

function nearestParent(name: string, failed: ReadonlySet<string>): string | undefined {
  let end = name.lastIndexOf('/');
  for (let tries = 0; end > 0 && tries < MAX_SLASHES; tries++) {
    const parent = name.slice(0, end);
    if (failed.has(parent)) return parent;
    end = name.lastIndexOf('/', end - 1);
  }
  return undefined;
}

/** Collects the last log of each test; with -v, the log of a benchmark only if it failed. */
class LogReader {
  readonly byTest = new Map<string, LogLine>();
  private current: string | undefined;
  private last: LogLine | undefined;
  /** The log that is being read: its lines so far, and the indent of further lines. */
  private open: { readonly log: LogLine; readonly indent: string; readonly lines: string[] } | undefined;

  constructor(
    private readonly top: string,
    private readonly options: { readonly isBelow: boolean; readonly places: GoPlaces },
  ) {}

  take(line: string): void {
    if (this.open !== undefined && line.startsWith(this.open.indent)) {
      if (this.open.lines.length < MAX_LINES) this.open.lines.push(line);
      return;
    }
    this.finish();
    const { isBelow, places } = this.options;
    const failure = failedName(line, this.top);
    const next = failure ?? nameOfHeader(line);
    if (next !== undefined) {
      // With -v, this line ends a benchmark's log.
      if (!isBelow && failure !== undefined && this.last !== undefined) this.byTest.set(failure, this.last);
      this.current = next;
      this.last = undefined;
      return;
    }
    const log = readLogLine(line, places);
    if (log !== undefined) this.open = { log, indent: indentBelow(line), lines: [log.text] };
  }

  /** Ends the log that is being read. */
  finish(): void {
    if (this.open === undefined) return;
    const { log, lines } = this.open;
    this.open = undefined;
    this.last = { ...log, text: textOf(lines) };
    if (this.options.isBelow && this.current !== undefined) this.byTest.set(this.current, this.last);
  }
}

/** Limit for the lines of one message; Testify prints the reason in the first few. */
const MAX_LINES = 1000;

/** The name in a line that begins the log of a test. */
function nameOfHeader(line: string): string | undefined {
  return /^(?:=== (?:RUN|NAME|CONT|PAUSE)\s+| *--- [A-Z]+: |(?=Benchmark))(\S+)/.exec(line)?.[1];
}

/** The indent of a message's further lines, which is deeper than that of its first line. */
function indentBelow(line: string): string {
  return `${/^ */.exec(line)![0] || '    '}    `;
}

function textOf(lines: readonly string[]): string {
  const text = reasonOf(lines.map((line) => line.trim()));
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).trimEnd()}…`;
}

/** The reason in a message. Testify prints the location of the call first, and then the reason. */
function reasonOf(words: readonly string[]): string {
  const lines = words.filter((line) => line !== '');
  const error = lines[0]?.startsWith('Error Trace:') ? lines.findIndex((line) => line.startsWith('Error:')) : -1;
  const reason = error === -1 ? lines : [lines[error].slice('Error:'.length).trim(), ...lines.slice(error + 1)];
  const end = error === -1 ? -1 : reason.findIndex((line) => /^(?:Test|Messages):/.test(line));
  return (end === -1 ? reason : reason.slice(0, end)).join(' ');
}

/**
 * Reads `    a_test.go:7: oh no`, with the whole path under -fullpath. Output without a newline may precede a whole
 * path. undefined for other lines.
 */
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

/**
 * Whether a round of a benchmark has failed. Go reports success if a benchmark fails in a round after the first:
 * https://go.dev/src/testing/benchmark.go
 */
export function* hasFailedRound({ kind, name }: GoTestRequest['target'], stdout: string): Steps<boolean> {
  if (kind !== 'benchmark') return false;
  const [baseName] = name.split('/') as [string];
  const isFailure = (line: string) => {
    // The benchmark may have printed text without a newline before.
    const failed = /(?<! )--- FAIL: (\S+)$/.exec(line)?.[1] ?? '';
    return /^(-\d+|\/.*)?$/.test(failed.slice(baseName.length)) && failed.startsWith(baseName) ? true : undefined;
  };
  return (yield* findInLines(stdout, isFailure, { having: '--- FAIL: ' })) === true;
}
