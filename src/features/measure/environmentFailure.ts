import { CaptureError, type CaptureFailure, isCaptureError } from '../../common/captureError';

/** Failures that have nothing to do with the environment. */
const MACHINE_FAILURES: readonly CaptureFailure[] = ['goPathInvalid', 'diskFull'];

/** A text that Go prints, and the sentence about it. */
const KNOWN: readonly (readonly [pattern: RegExp, sentence: (...found: string[]) => string])[] = [
  [/-race requires cgo/, () => '-race needs cgo: set CGO_ENABLED=1, and install a C compiler.'],
  [/-race is (?:not supported|only supported) on ([^\n]+)/, (where) => `-race is not supported here: go names ${where.trim()}.`],
  [/C compiler "([^"\n]+)" not found/, (compiler) => `cgo needs a C compiler, and ${compiler} was not found.`],
  [/go\.mod requires go >= (\S+) \(running go ([^\s;)]+)/, (needed, own) => `Go ${own} cannot build this module: its go.mod needs Go ${needed}.`],
  [/preprofile: error opening profile: open ([^\n]+?): (?:no such file|The system cannot find)/, (file) => `PGO needs a CPU profile, and there is no file ${file}.`],
  [/preprofile: error parsing profile: /, () => 'PGO needs a CPU profile, and the file of -pgo is not one that Go can read.'],
  [/This program can only be run on (.+? support)\./, (needed) => `The processor of this machine cannot run the program: it can only be run on ${needed}.`],
];

/** An error with the environment in which it happened, as one sentence. @param environment `GOGC=off` */
export function environmentFailure(error: unknown, environment: string): unknown {
  if (!isCaptureError(error) || MACHINE_FAILURES.includes(error.failure)) return error;
  const { failure, message, location, detail = '', otherLocation } = error;
  for (const [pattern, sentence] of KNOWN) {
    const found = pattern.exec(`${message}\n${detail}`);
    if (found) return new CaptureError(failure, sentence(...found.slice(1)), undefined, detail);
  }
  // The message about a run in turns names its side.
  const isNamed = message.includes(environment) || /This was run \d+ of \d+ of /.test(message);
  return new CaptureError(failure, isNamed ? message : `With ${environment}: ${message}`, location, detail, otherLocation);
}
