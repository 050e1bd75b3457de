import { basename } from 'node:path';
import { compileFailure } from './compileFailure';
import { CaptureError, type TestKind } from './contracts';
import { absoluteFile, isGoFile, type GoPlaces } from './goPlaces';
import { hangLocation, panicLocation, type TraceLocation } from './goTrace';
import type { RunResult } from './process';

export interface FailureContext {
  readonly name: string;
  readonly kind: TestKind;
  readonly timeoutSeconds: number;
  readonly places: GoPlaces;
}

type Reader = (output: string, result: RunResult, context: FailureContext) => CaptureError | undefined;

/** What went wrong in a run of `go test` that did not end well. The order matters: the first that fits speaks. */
export function runFailure(result: RunResult, context: FailureContext): CaptureError {
  const output = joinOutput(result);
  for (const read of [timedOut, notBuilt, badFlag, panicked, failed, killed, exited]) {
    const failure = read(output, result, context);
    if (failure !== undefined) return failure;
  }
  const words = output.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('FAIL')) ?? '';
  const message = `${context.name} ended with exit status ${result.exitCode}${words === '' ? '' : `: ${words.trim()}`}.`;
  return new CaptureError('failed', message, undefined, output);
}

export function joinOutput({ stdout, stderr }: RunResult): string {
  return stderr === '' ? stdout : `${stderr.trimEnd()}\n${stdout}`;
}

const timedOut: Reader = (output, result, { name, timeoutSeconds, places }) => {
  const said = /^panic: test timed out after |^\*\*\* Test killed.*: ran too long/m.test(output);
  if (!result.timedOut && !said) return undefined;
  const location = hangLocation(output, name.split('/')[0] ?? name, places);
  const where = location === undefined ? '' : `; it was at ${shortPlace(location)}`;
  const message = `${name} did not end within ${timeoutSeconds} s (linecost.profile.timeout)${where}.`;
  return new CaptureError('timedOut', message, location, output);
};

const notBuilt: Reader = (output, _result, { name, places }) =>
  /^FAIL\s.*\[(build|setup) failed\]$/m.test(output) ? compileFailure(name, output, places) : undefined;

const badFlag: Reader = (output, result, { name }) => {
  if (result.exitCode !== 2 && !/^exit status 2$/m.test(output)) return undefined;
  const said = /^(flag provided but not defined: \S+|invalid (?:value|boolean value) .* for (?:flag )?-\S+: .*)$/m.exec(output);
  if (said === null) return undefined;
  return new CaptureError('failed', `${name} did not run: ${said[1]} (linecost.go.testFlags).`, undefined, output);
};

const panicked: Reader = (output, _result, { name, places }) => {
  const trace = /^(?:.*\s)?goroutine \d+ .*\[.*\]:$/m.exec(output);
  if (trace === null && !/^exit status 2$/m.test(output)) return undefined;
  const said = [...withoutLabels(output.slice(0, trace?.index)).matchAll(/^(?!\s).*?(panic|fatal error): (.*)$/gm)];
  // In a chain of panics the first line has the cause; those that follow are indented.
  const cause = said.at(-1);
  if (cause === undefined) return undefined;
  const [, word = '', reason = ''] = cause;
  const location = panicLocation(output, places);
  const where = location === undefined ? '' : ` (${shortPlace(location)})`;
  const exit = /^unexpected call to os\.Exit\(0\)/.test(reason);
  if (exit) return new CaptureError('failed', `${name} calls os.Exit(0) before it is done${where}.`, location, output);
  const message = `${name} ${word === 'panic' ? 'panics' : 'crashes'}: ${reason.replace(/ \[recovered.*\]$/, '')}${where}.`;
  return new CaptureError('panicked', message, location, output);
};

/**
 * While a benchmark panics in its first iteration the testing package prints `goos: linux` and so on, which may come
 * between `panic: ` and its reason.
 */
function withoutLabels(output: string): string {
  return output.replace(/((?:panic|fatal error): )(?:(?:goos|goarch|pkg|cpu): .*\n)+/g, '$1');
}

const failed: Reader = (output, _result, { name, kind, places }) => {
  const lines = output.split(/\r?\n/);
  if (!lines.some((line) => /^\s*--- FAIL: /.test(line))) return undefined;
  const log = failureLog(lines, places);
  if (log === undefined) {
    const reason = kind === 'example' ? ': it does not print what its Output comment says' : '';
    return new CaptureError('failed', `${name} fails${reason}.`, undefined, output);
  }
  // "race detected" and the like come from the testing package itself.
  const location = isGoFile(log.location.file, places) ? undefined : log.location;
  const where = location === undefined ? '' : ` (${shortPlace(location)})`;
  return new CaptureError('failed', `${name} fails: ${log.text}${where}.`, location, output);
};

interface LogLine {
  readonly text: string;
  readonly location: TraceLocation;
}

/**
 * The last log line of the innermost test that failed: the words of Fatal come last. `go test` prints a test's log
 * below its `--- FAIL` line; with -v as it comes, below `=== RUN name` or `=== NAME name`.
 */
function failureLog(lines: readonly string[], places: GoPlaces): LogLine | undefined {
  const names = lines.map((line) => /^\s*--- FAIL: (\S+)/.exec(line)?.[1]);
  const isInnermost = (name: string): boolean => !names.some((other) => other?.startsWith(`${name}/`));
  let current: string | undefined;
  let found: LogLine | undefined;
  for (const [i, line] of lines.entries()) {
    current = /^(?:=== (?:RUN|NAME|CONT)\s+|\s*--- \w+: )(\S+)/.exec(line)?.[1] ?? current;
    if (current === undefined || !names.includes(current) || !isInnermost(current)) continue;
    found = readLogLine(lines[i], places) ?? found;
  }
  return found;
}

/** `    a_test.go:7: oh no`, with the whole path where -fullpath is given. */
export function readLogLine(line: string, places: GoPlaces): LogLine | undefined {
  const match = /^\s+((?:[A-Za-z]:)?[^:]+\.go):(\d+): ?(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, file = '', row, text = ''] = match;
  return { text: text.trim(), location: { file: absoluteFile(file, places), line: Number(row), column: 1 } };
}

const killed: Reader = (output, result, { name }) => {
  const signal = /^signal: (.+)$/m.exec(output)?.[1] ?? result.signal ?? undefined;
  if (signal === undefined) return undefined;
  const reason = /kill/i.test(signal) ? '; the system may have run out of memory' : '';
  return new CaptureError('killed', `${name} was ended from outside (signal ${signal})${reason}.`, undefined, output);
};

const exited: Reader = (output, _result, { name }) => {
  const status = /^exit status (\S+)$/m.exec(output);
  if (status === null) return undefined;
  const before = output.slice(0, status.index).split(/\r?\n/).map((line) => line.trim());
  const words = before.findLast((line) => line !== '' && line !== 'FAIL' && !/^(goos|goarch|pkg|cpu): /.test(line));
  const said = words === undefined ? '' : `, and last said: ${words}`;
  const message = `${name} ended the test with exit status ${status[1]} (os.Exit or log.Fatal)${said}.`;
  return new CaptureError('failed', message, undefined, output);
};

function shortPlace({ file, line }: TraceLocation): string {
  return `${basename(file)}:${line}`;
}
