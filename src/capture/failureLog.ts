import { isAbsolute } from 'node:path';
import { absoluteFile, type GoPlaces } from './goPlaces';
import type { TraceLocation } from './goTrace';

export interface LogLine {
  /** All lines of the message, as one. */
  readonly text: string;
  readonly location: TraceLocation;
}

/** The innermost test or benchmark that failed, and its last words: those of Fatal come last. */
export interface FailedTest {
  readonly name: string;
  readonly log: LogLine | undefined;
}

/** More of a long message tells no more of the reason. */
const MOST_TEXT = 200;

/**
 * The failure of `top`, or of what runs in it, from the output of `go test`; undefined: none says that it failed.
 *
 * A log stands below its `--- FAIL` line; with -v it comes as it is written, and the line follows:
 *
 *     BenchmarkA-2    --- FAIL: BenchmarkA-2     in a later round, and after words without a newline
 *         a_test.go:7: oh no
 *             on two lines
 */
export function failedTest(output: string, top: string, places: GoPlaces): FailedTest | undefined {
  const lines = output.split(/\r?\n/);
  const failures = failedNames(lines, top);
  if (failures.size === 0) return undefined;
  const isBelow = !lines.some((line) => /^Benchmark\S*$/.test(line) && isPartOf(line, top));
  const logs = logsByTest(lines, failures, { isBelow, places });
  const innermost = withoutParents([...failures.values()]);
  const name = innermost.findLast((each) => logs.has(each)) ?? innermost.at(-1)!;
  return { name, log: logs.get(name) };
}

/** By line. */
function failedNames(lines: readonly string[], top: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [i, line] of lines.entries()) {
    const name = nameAfter(line, '--- FAIL: ');
    if (name !== undefined && isPartOf(name, top)) found.set(i, name);
  }
  return found;
}

function nameAfter(line: string, mark: string): string | undefined {
  const at = line.lastIndexOf(mark);
  const rest = at === -1 ? '' : line.slice(at + mark.length);
  return /^(\S+)(?: \(\d+\.\d+s\))?$/.exec(rest)?.[1];
}

/** Results of benchmarks end in the number of processors. */
function isPartOf(name: string, top: string): boolean {
  return name === top || name.startsWith(`${top}/`) || (name.startsWith(`${top}-`) && /^\d+$/.test(name.slice(top.length + 1)));
}

function withoutParents(names: readonly string[]): string[] {
  const parents = new Set(names.flatMap((name) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))));
  const innermost = names.filter((name) => !parents.has(name));
  return innermost.length === 0 ? [...names] : innermost;
}

function logsByTest(
  lines: readonly string[],
  failures: ReadonlyMap<number, string>,
  { isBelow, places }: { readonly isBelow: boolean; readonly places: GoPlaces },
): Map<string, LogLine> {
  const logs = new Map<string, LogLine>();
  let current: string | undefined;
  let last: LogLine | undefined;
  for (let i = 0; i < lines.length; i++) {
    const failure = failures.get(i);
    const next = failure ?? nameOfHeader(lines[i]!);
    if (next !== undefined) {
      // With -v a benchmark's log ends with this line.
      if (!isBelow && failure !== undefined && last !== undefined) logs.set(failure, last);
      current = next;
      last = undefined;
      continue;
    }
    const first = readLogLine(lines[i]!, places);
    if (first === undefined) continue;
    const more = linesBelow(lines, i);
    last = { ...first, text: textOf([first.text, ...more]) };
    if (isBelow && current !== undefined) logs.set(current, last);
    i += more.length;
  }
  return logs;
}

/** The name in a line after which the log is another's. */
function nameOfHeader(line: string): string | undefined {
  return /^(?:=== (?:RUN|NAME|CONT|PAUSE)\s+| *--- [A-Z]+: |(?=Benchmark))(\S+)/.exec(line)?.[1];
}

/** The lines of a message after its first, which are indented further. */
function linesBelow(lines: readonly string[], first: number): readonly string[] {
  const indent = `${/^ */.exec(lines[first]!)![0] || '    '}    `;
  let end = first + 1;
  while (lines[end]?.startsWith(indent)) end++;
  return lines.slice(first + 1, end);
}

function textOf(lines: readonly string[]): string {
  const text = reasonOf(lines.map((line) => line.trim()));
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT).trimEnd()}…`;
}

/** Testify says where it was called before it says why it fails. */
function reasonOf(words: readonly string[]): string {
  const said = words.filter((line) => line !== '');
  const error = said[0]?.startsWith('Error Trace:') ? said.findIndex((line) => line.startsWith('Error:')) : -1;
  const reason = error === -1 ? said : [said[error]!.slice('Error:'.length).trim(), ...said.slice(error + 1)];
  const end = error === -1 ? -1 : reason.findIndex((line) => /^(?:Test|Messages):/.test(line));
  return (end === -1 ? reason : reason.slice(0, end)).join(' ');
}

/** `    a_test.go:7: oh no`, with the whole path where -fullpath is given; words without a newline may stand before. */
export function readLogLine(line: string, places: GoPlaces): LogLine | undefined {
  const end = line.indexOf('.go:');
  if (end === -1) return undefined;
  const before = line.slice(0, end + 3);
  const rest = /^(\d+): ?(.*)$/.exec(line.slice(end + 4));
  if (rest === null) return undefined;
  const indented = /^\s/.test(before);
  const file = indented ? before.trimStart() : before.slice(before.lastIndexOf('    ') + 4);
  if (!indented && (!before.includes('    ') || !isAbsolute(file))) return undefined;
  if (/^(?:[A-Za-z]:)?[^:]*$/.exec(file) === null) return undefined;
  const location = { file: absoluteFile(file, places), line: Number(rest[1]), column: 1 };
  return { text: rest[2]!.trim(), location };
}
