import { basename } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { findInLines, lineBefore } from '../../profile/common/textLines';
import { compileFailure } from './compileFailure';
import { CaptureError } from '../../common/captureError';
import { failedTest } from './failureLog';
import { fullDisk } from './diskFailure';
import { goleakFailure } from './goleakFailure';
import { isGoFile, panicLocation } from './goPlaces';
import { type FailureContext, hasExitStatus2, isConfigLine, type Reader, shortLocation } from './failureReader';
import { panicFailure } from './panicFailure';
import { timeoutFailure } from './timeLimit';
import type { RunResult } from '../../common/processes/runProcess';

/** Why a run of `go test` failed, according to the first reader that finds a failure. */
export function* runFailure(result: RunResult, context: FailureContext): Steps<CaptureError> {
  const output = joinOutput(result);
  for (const read of READERS) {
    const failure = yield* read(output, result, context);
    if (failure !== undefined) return failure;
  }
  const words = yield* findInLines(output, (line) => (isBlank(line) || line.startsWith('FAIL') ? undefined : line));
  const reason = words === undefined ? '' : `: ${words.trim()}`;
  return new CaptureError('failed', `${context.name} ended with exit status ${result.exitCode}${reason}.`, undefined, output);
}

export function joinOutput({ stdout, stderr }: RunResult): string {
  return stderr === '' ? stdout : `${stderr.trimEnd()}\n${stdout}`;
}

/** How Go names the signals that end a program. */
const SIGNAL_WORDS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGABRT: 'aborted', SIGBUS: 'bus error', SIGFPE: 'floating point exception', SIGHUP: 'hangup',
  SIGILL: 'illegal instruction', SIGINT: 'interrupt', SIGKILL: 'killed', SIGQUIT: 'quit',
  SIGSEGV: 'segmentation fault', SIGSYS: 'bad system call', SIGTERM: 'terminated', SIGTRAP: 'trace/breakpoint trap',
};

/** The result of a failed test binary as `go test` prints it: both streams in one, then how the program ended. */
export function asGoTestReports(result: RunResult): RunResult {
  const { exitCode, signal, both = joinOutput(result) } = result;
  if (exitCode === 0) return result;
  const end = signal === null ? `exit status ${exitCode}` : `signal: ${SIGNAL_WORDS[signal] ?? signal}`;
  const newline = both === '' || both.endsWith('\n') ? '' : '\n';
  return { ...result, stdout: `${both}${newline}${end}\nFAIL\n`, stderr: '' };
}

/** Whether `go test` reports that the build failed. */
export function* isNotBuilt(output: string): Steps<boolean> {
  const isEnd = (line: string) => /^FAIL\s.*\[(?:build|setup) failed\]$/.test(line) || undefined;
  return (yield* findInLines(output, isEnd, { having: ' failed]' })) === true;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

const diskFailure: Reader = function* (output) {
  return yield* fullDisk(output, 'testing: ');
};

const buildFailure: Reader = function* (output, _result, { name, places }) {
  return (yield* isNotBuilt(output)) ? yield* compileFailure(name, output, places) : undefined;
};

/** A package that parses the command line before go test has defined its flags, with package flag or another. */
const earlyFlagFailure: Reader = function* (output, _result, { name }) {
  const isUnknown = (line: string) => /(?:not defined|unknown|unrecognized|invalid).*\s-{0,2}-test\.\w+/i.test(line) || undefined;
  if (!(yield* findInLines(output, isUnknown, { having: '-test.' }))) return undefined;
  return new CaptureError('earlyFlags', earlyFlagsText(name), undefined, output);
};

/** @param place where the command line is parsed */
export function earlyFlagsText(name: string, place?: { readonly file: string; readonly line: number }): string {
  const where = place ? ` (${basename(place.file)}:${place.line})` : '';
  const cause = 'the command line is parsed while packages are initialized, before go test defines its flags';
  return `${name} did not run: ${cause}; parse it in main or TestMain instead${where}.`;
}

const flagFailure: Reader = function* (output, result, { name, testArgs = [] }) {
  if (result.exitCode !== 2 && !(yield* hasExitStatus2(output))) return undefined;
  const unknown = (line: string) => /^flag provided but not defined: \S+$/.exec(line)?.[0];
  const invalid = (line: string) => /^invalid (?:value|boolean value) .* for (?:flag )?-\S+: /.test(line) ? line : undefined;
  const reason =
    (yield* findInLines(output, unknown, { having: 'flag provided but not defined: ' })) ??
    (yield* findInLines(output, invalid, { having: 'invalid ' }));
  if (reason === undefined) return undefined;
  const [, flag] = /-+([^\s:=-][^\s:=]*)(?:: |$)/.exec(reason) ?? [];
  const isChosen = testArgs.some((word) => word.replace(/^-+/, '').split('=')[0] === flag);
  const setting = isChosen ? ' (linecost.go.testFlags)' : '';
  return new CaptureError('failed', `${name} did not run: ${reason}${setting}.`, undefined, output);
};

const testFailure: Reader = function* (output, _result, { name, kind, places, declared, loop = declared }) {
  const test = yield* failedTest(output, name.split('/')[0], places);
  if (test === undefined) return undefined;
  const subject = test.name.startsWith(`${name}/`) ? test.name : name;
  if (test.log === undefined) {
    const isExample = kind === 'example';
    const reason = isExample ? ': it does not print what its Output comment says' : ' without a message';
    return new CaptureError('failed', `${subject} fails${reason}.`, undefined, output);
  }
  const { text, location: at } = test.log;
  // The testing package itself prints "race detected" and the like.
  const location = !isGoFile(at.file, places) ? at : text.includes('B.Loop') ? loop : undefined;
  const where = location === undefined ? '' : ` (${shortLocation(location)})`;
  const message = text === '' ? `${subject} fails without a message${where}.` : `${subject} fails: ${text}${where}.`;
  return new CaptureError('failed', message, location, output);
};

/** A signal that Go's runtime does not turn into a panic, such as after a fault in C code. */
const crashFailure: Reader = function* (output, _result, { name, places }) {
  const reason = yield* findInLines(output, (line, start) => {
    if (!line.startsWith('PC=')) return undefined;
    return /(?:^|\s)SIG(?:SEGV|BUS|ILL|FPE|ABRT|TRAP|SYS): (.+)$/s.exec(lineBefore(output, start)?.trimEnd() ?? '')?.[1];
  }, { having: 'PC=' });
  if (reason === undefined) return undefined;
  const isInC = yield* findInLines(output, (line) => line === 'signal arrived during cgo execution' || undefined);
  const location = yield* panicLocation(output, places);
  const where = location === undefined ? '' : ` (${shortLocation(location)})`;
  const message = `${name} crashes: ${reason}${isInC ? ' in C code' : ''}${where}.`;
  return new CaptureError('panicked', message, location, output);
};

/** Faults of a program, as Go and Node name them. */
const FAULT = /^(?:segmentation fault|bus error|illegal instruction|floating point exception|aborted|trace\/breakpoint trap|bad system call|SIG(?:SEGV|BUS|ILL|FPE|ABRT|TRAP|SYS))\b/;

const signalFailure: Reader = function* (output, result, { name }) {
  const signalIn = (line: string) => /^signal: (.+)$/s.exec(line)?.[1];
  const signal = (yield* findInLines(output, signalIn, { having: 'signal: ' })) ?? result.signal ?? undefined;
  if (signal === undefined) return undefined;
  if (FAULT.test(signal)) {
    const message = `${name} crashes (signal: ${signal}), and Go printed no stack trace, as after a fault in C code.`;
    return new CaptureError('panicked', message, undefined, output);
  }
  const reason = /kill/i.test(signal) ? '; the system may have run out of memory' : '';
  return new CaptureError('killed', `${name} was killed (signal: ${signal})${reason}.`, undefined, output);
};

const exitFailure: Reader = function* (output, _result, { name }) {
  const statusIn = (line: string) => /^exit status (\S+)$/.exec(line)?.[1];
  let lastLine = '';
  const exitStatus = yield* findInLines(output, (line) => {
    const status = statusIn(line);
    const isText = !isBlank(line) && line.trim() !== 'FAIL' && !isConfigLine(line.trimStart());
    if (status === undefined && isText) lastLine = line;
    return status;
  });
  if (exitStatus === undefined) return undefined;
  const reason = lastLine === '' ? '' : `; its last output: ${lastLine.trim()}`;
  const message = `${name} ended the test with exit status ${exitStatus} (os.Exit or log.Fatal)${reason}.`;
  return new CaptureError('failed', message, undefined, output);
};

/** In the order of precedence. */
const READERS: readonly Reader[] = [
  diskFailure,
  timeoutFailure,
  buildFailure,
  earlyFlagFailure,
  flagFailure,
  panicFailure,
  crashFailure,
  testFailure,
  signalFailure,
  goleakFailure,
  exitFailure,
];
