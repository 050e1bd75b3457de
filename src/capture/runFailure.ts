import { basename } from 'node:path';
import { compileFailure } from './compileFailure';
import { CaptureError, type TestKind } from './contracts';
import { failedTest } from './failureLog';
import { isGoFile, type GoPlaces } from './goPlaces';
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
  const trace = traceStart(output);
  if (trace === undefined && !/^exit status 2$/m.test(output)) return undefined;
  const said = [...withoutLabels(output.slice(0, trace)).matchAll(/^(?!\s).*?(panic|fatal error): (.*)$/gm)];
  // In a chain of panics the first line has the cause; those that follow are indented.
  const cause = said.at(-1);
  if (cause === undefined) return undefined;
  const [, word = '', reason = ''] = cause;
  const location = panicLocation(output, places);
  const where = location === undefined ? '' : ` (${shortPlace(location)})`;
  const exit = /^unexpected call to os\.Exit\(0\)/.test(reason);
  if (exit) return new CaptureError('failed', `${name} calls os.Exit(0) before it is done${where}.`, location, output);
  const message = `${name} ${word === 'panic' ? 'panics' : 'crashes'}: ${withoutRecovery(reason)}${where}.`;
  return new CaptureError('panicked', message, location, output);
};

/** Where the first line of a stack trace begins. */
function traceStart(output: string): number | undefined {
  for (let at = 0, end = 0; at < output.length; at = end + 1) {
    end = output.indexOf('\n', at);
    if (end === -1) end = output.length;
    const line = output.slice(at, end).trimEnd();
    if (!line.endsWith(']:')) continue;
    const goroutine = line.lastIndexOf('goroutine ');
    const isWord = goroutine === 0 || /\s/.test(line[goroutine - 1] ?? '');
    if (isWord && /^goroutine \d+ [^[]*\[/.test(line.slice(goroutine))) return at;
  }
  return undefined;
}

/** `boom [recovered, repanicked]` */
function withoutRecovery(reason: string): string {
  const at = reason.endsWith(']') ? reason.lastIndexOf(' [recovered') : -1;
  return at === -1 ? reason : reason.slice(0, at);
}

/**
 * While a benchmark panics in its first iteration the testing package prints `goos: linux` and so on, which may come
 * between `panic: ` and its reason.
 */
function withoutLabels(output: string): string {
  return output.replace(/((?:panic|fatal error): )(?:(?:goos|goarch|pkg|cpu): .*\n)+/g, '$1');
}

const failed: Reader = (output, _result, { name, kind, places }) => {
  const test = failedTest(output, name.split('/')[0]!, places);
  if (test === undefined) return undefined;
  const subject = test.name.startsWith(`${name}/`) ? test.name : name;
  if (test.log === undefined) {
    const isExample = kind === 'example';
    const reason = isExample ? ': it does not print what its Output comment says' : ' without a message';
    return new CaptureError('failed', `${subject} fails${reason}.`, undefined, output);
  }
  const { text, location: at } = test.log;
  // "race detected" and the like come from the testing package itself.
  const location = isGoFile(at.file, places) ? undefined : at;
  const where = location === undefined ? '' : ` (${shortPlace(location)})`;
  const message = text === '' ? `${subject} fails without a message${where}.` : `${subject} fails: ${text}${where}.`;
  return new CaptureError('failed', message, location, output);
};

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
