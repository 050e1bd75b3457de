import { basename } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { eachLine, findInLines, lineAfter } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import { fullDisk } from './diskFailure';
import { absoluteFile, type GoPlaces } from './goPlaces';

interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly isVet: boolean;
}

/** Why a test could not be built, from the output of `go test`. */
export function* compileFailure(name: string, output: string, places: GoPlaces): Steps<CaptureError> {
  const diskFailure = yield* fullDisk(output);
  if (diskFailure !== undefined) return diskFailure;
  const diagnostic = yield* firstDiagnostic(output);
  if (diagnostic === undefined) return new CaptureError('compile', yield* otherReason(name, output), undefined, output);
  const { line, column, message, isVet } = diagnostic;
  const file = absoluteFile(diagnostic.file, places);
  const denial = deniedAccess(name, message);
  if (denial !== undefined) return new CaptureError('compile', denial, { file, line, column }, output);
  const problem = isVet ? `${name} does not pass go vet` : `${name} does not compile`;
  const sentence = `${problem}: ${message} (${basename(file)}:${line}).`;
  return new CaptureError('compile', sentence, { file, line, column }, output);
}

/** Often follows from another error, such as that of the value of the variable, but is printed before it. */
const UNUSED = /^(?:declared and not used: |"[^"]*" imported .*and not used)/;

/** Begins an error of the C compiler, in a cgo preamble or a C file. */
const C_ERROR = /^(?:fatal )?error: /;
/** Begins the other messages of the C compiler. */
const C_REMARK = /^(?:warning|note): /;
/** An error of the cgo command, which often follows from one of the C compiler, but is printed before it. */
const CGO_ERROR = /^(?:could not determine what|call of non-function|must call|expression|type|inconsistent definitions for) C\./;
/** C files that cgo generates; an error there is one of the linker. */
const GENERATED_C = /\.cgo\d\.c$/;

/**
 * The first line such as `./a_test.go:3:32: undefined: x`, whose path may be relative to the folder in which go ran. A
 * compiler error takes precedence over an unused name, over one of cgo, and over one of vet, which may run at the same
 * time.
 */
function* firstDiagnostic(output: string): Steps<Diagnostic | undefined> {
  let isVet = false;
  let unusedName: Diagnostic | undefined;
  let cgoError: Diagnostic | undefined;
  let vetError: Diagnostic | undefined;
  const compilerError = yield* findInLines(output, (line, start) => {
    // `# pkg` begins the compiler's messages for a package; `# [pkg]` after it begins the messages of vet, or of cgo.
    if (line.startsWith('# ')) isVet = line.startsWith('# [');
    const match = /^(?:vet: )?((?:[A-Za-z]:)?[^\s:][^:]*\.\w+):(\d+)(?::(\d+))?: (.+)$/s.exec(line);
    if (match === null) return undefined;
    const [, file = '', row, column, message = ''] = match;
    if (C_REMARK.test(message) || GENERATED_C.test(file)) return undefined;
    const next = message.endsWith(':') ? (lineAfter(output, start) ?? '') : '';
    // `no required module provides package x; to add it:` continues on an indented line.
    const whole = next.startsWith('\t') ? `${message} ${next.trim()}` : message;
    const place = { file, line: Number(row), column: Number(column ?? 1) };
    if (C_ERROR.test(whole)) return { ...place, message: whole.replace(C_ERROR, ''), isVet: false };
    const diagnostic = { ...place, message: whole, isVet };
    if (CGO_ERROR.test(whole)) cgoError ??= { ...diagnostic, isVet: false };
    else if (isVet) vetError ??= diagnostic;
    else if (UNUSED.test(whole)) unusedName ??= diagnostic;
    else return diagnostic;
    return undefined;
  });
  return compilerError ?? cgoError ?? unusedName ?? vetError;
}

const NO_MODULE = ['go.mod file not found', 'cannot find main module'];

const CACHE_ADVICE = '; set GOCACHE in linecost.go.env to a folder that can be written to';

function* otherReason(name: string, output: string): Steps<string> {
  if (NO_MODULE.some((words) => output.includes(words))) {
    return `${name} is not in a Go module: run "go mod init" there, or open the folder that has its go.mod.`;
  }
  const problem = yield* unplacedProblem(output);
  if (problem !== undefined) return `${name} ${problem}.`;
  const words = yield* firstMessage(output);
  const denial = deniedAccess(name, words);
  if (denial !== undefined) return denial;
  const advice = words.includes('build cache') ? CACHE_ADVICE : '';
  return `${name} cannot be built: ${words}${advice}.`;
}

const LINK_ERROR = /(?:^|: )((?:undefined reference|undefined symbol|cannot find -l|library not found|ld: library ).*)/;
/** An error in C code whose place is not in a file, such as a brace that is missing at the end of a cgo preamble. */
const UNPLACED_C_ERROR = /^[\w-]+:\d+:\d+: (?:fatal )?error: (.+)/;

/** What C's compiler or linker says, without a place in a file; undefined if they say nothing. */
function* unplacedProblem(output: string): Steps<string | undefined> {
  return yield* findInLines(output, (line) => {
    const [, linkError] = LINK_ERROR.exec(line) ?? [];
    if (linkError !== undefined) return `cannot be linked: ${linkError.trim()}`;
    const [, compilerError] = UNPLACED_C_ERROR.exec(line) ?? [];
    return compilerError === undefined ? undefined : `does not compile: ${compilerError.trim()} (in C code)`;
  });
}

/** The sentence for a file or folder that Go has no permission to read; undefined for other messages. */
function deniedAccess(name: string, message: string): string | undefined {
  const [, path] = /^open (.+): permission denied$/.exec(message) ?? [];
  if (path === undefined) return undefined;
  return `${name} cannot be built: access to ${path} was denied. Change its permissions, and try again.`;
}

/** The first meaningful line, with the indented line below if it ends in a colon; or the end of an import chain. */
function* firstMessage(output: string): Steps<string> {
  let first: string | undefined;
  let [firstIndented, lastIndented]: string[] = [];
  yield* eachLine(output, (line) => {
    if (line.trim() === '' || /^(# |FAIL\b)/.test(line) || line.startsWith('go: downloading ')) return false;
    if (first === undefined) {
      first = line;
      return false;
    }
    if (!/^\s/.test(line)) return true;
    lastIndented = line.trim();
    firstIndented ??= lastIndented;
    return false;
  });
  if (first === undefined) return 'go test printed nothing';
  // `package a` begins a chain of `imports b` lines; the last line has the reason.
  const chain = first.startsWith('package ') ? lastIndented && importProblem(lastIndented) : undefined;
  const whole = chain ?? (first.endsWith(':') ? `${first} ${firstIndented ?? ''}` : first);
  return whole.replace(/^go: /, '').replace(/[.;:]$/, '').trim();
}

/** `import cycle not allowed (b.go imports a)` for `imports a from b.go: import cycle not allowed`. */
function importProblem(line: string): string {
  const [, path, file, problem] = /^imports (\S+) from ([^:]+): (.+)$/.exec(line) ?? [];
  return problem === undefined ? line.replace(/^imports /, '') : `${problem} (${file} imports ${path})`;
}
