import { basename } from 'node:path';
import { CaptureError } from './contracts';
import { absoluteFile, type GoPlaces } from './goPlaces';

interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly isVet: boolean;
}

/** What keeps a test from being built, from all that `go test` printed. */
export function compileFailure(name: string, output: string, places: GoPlaces): CaptureError {
  const found = diagnostics(output);
  // Vet may run, and complain, beside a compiler that fails.
  const first = found.find(({ isVet }) => !isVet) ?? found[0];
  if (first === undefined) return new CaptureError('compile', otherFailure(name, output), undefined, output);
  const { line, column, message, isVet } = first;
  const file = absoluteFile(first.file, places);
  const what = isVet ? `go vet stops ${name}` : `${name} does not compile`;
  return new CaptureError('compile', `${what}: ${message} (${basename(file)}:${line}).`, { file, line, column }, output);
}

/** Lines such as `./a_test.go:3:32: undefined: x`, relative to the folder in which go ran. */
function diagnostics(output: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let isVet = false;
  const lines = output.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    // `# pkg` opens what the compiler says of a package; `# [pkg]` below it what vet says.
    if (line.startsWith('# ')) isVet = line.startsWith('# [');
    const match = /^(?:vet: )?((?:[A-Za-z]:)?[^\s:][^:]*\.\w+):(\d+)(?::(\d+))?: (.+)$/.exec(line);
    if (match === null) continue;
    const [, file = '', row, column, message = ''] = match;
    const next = lines[i + 1] ?? '';
    // `no required module provides package x; to add it:` goes on, indented.
    const whole = message.endsWith(':') && next.startsWith('\t') ? `${message} ${next.trim()}` : message;
    found.push({ file, line: Number(row), column: Number(column ?? 1), message: whole, isVet });
  }
  return found;
}

function otherFailure(name: string, output: string): string {
  if (/go\.mod file not found|cannot find main module/.test(output)) {
    return `${name} is in no Go module: run "go mod init" there, or open the folder that has its go.mod.`;
  }
  if (/not one of the workspace modules listed in go\.work|does not contain modules listed in go\.work/.test(output)) {
    return `The module of ${name} is not listed in go.work: run "go work use" in its folder.`;
  }
  return `${name} cannot be built: ${firstWords(output)}.`;
}

/** The first line that says something, with the indented lines that belong to it. */
function firstWords(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^(# |FAIL\b)/.test(line));
  const first = lines[0] ?? 'go test said nothing';
  const end = lines.findIndex((line, i) => i > 0 && !/^\s/.test(line));
  const indented = lines.slice(1, end === -1 ? undefined : end).map((line) => line.trim());
  // `package a` and a chain of `imports b` lines, the last with the reason.
  const chain = first.startsWith('package ') ? indented.at(-1)?.replace(/^imports /, '') : undefined;
  const whole = chain ?? (first.endsWith(':') ? `${first} ${indented[0] ?? ''}` : first);
  return whole.replace(/^go: /, '').replace(/[.;:]$/, '').trim();
}
