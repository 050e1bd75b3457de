import type { Steps } from '../../profile/common/guard';
import { eachLine, findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import { hasExitStatus2, isConfigLine, type Reader, shortLocation } from './failureReader';
import { hangLocation, isGoroutineHeader, panicLocation } from './goPlaces';

/** A panic, a fatal error of the runtime, a deadlock or os.Exit(0). */
export const panicFailure: Reader = function* (output, _result, { name, places }) {
  const trace = yield* traceStart(output);
  if (trace === undefined && !(yield* hasExitStatus2(output))) return undefined;
  const cause = yield* panicCause(output, trace);
  if (cause === undefined) return undefined;
  const { word, reason } = cause;
  const isDeadlock = reason.startsWith('all goroutines are asleep');
  const location = isDeadlock
    ? yield* hangLocation(output, name.split('/')[0] ?? name, places)
    : yield* panicLocation(output, places);
  const where = location === undefined ? '' : ` (${shortLocation(location)})`;
  const exit = /^unexpected call to os\.Exit\(0\)/.test(reason);
  if (exit) return new CaptureError('failed', `${name} calls os.Exit(0) before it is done${where}.`, location, output);
  const message = `${name} ${word === 'panic' ? 'panics' : 'crashes'}: ${withoutRecovery(reason)}${where}.`;
  return new CaptureError('panicked', message, location, output);
};

interface Cause {
  readonly word: string;
  readonly reason: string;
}

/**
 * The message of a panic, above its trace. In a chain of panics, the first line has the cause, and later lines are
 * indented.
 *
 * If a benchmark panics in its first iteration, the testing package prints `goos: linux` and so on, possibly between
 * `panic: ` and the reason.
 */
function* panicCause(output: string, trace: number | undefined): Steps<Cause | undefined> {
  let cause: Cause | undefined;
  let interrupted: string | undefined;
  yield* eachLine(output, (line, start) => {
    if (start === trace) return true;
    if (interrupted !== undefined) {
      if (isConfigLine(line)) return false;
      cause = { word: interrupted, reason: line };
      interrupted = undefined;
      return false;
    }
    const panic = line.includes('panic: ') || line.includes('fatal error: ') ? panicIn(line) : undefined;
    if (panic === undefined) return false;
    interrupted = isConfigLine(panic.reason) ? panic.word : undefined;
    cause = interrupted === undefined ? panic : { word: interrupted, reason: '' };
    return false;
  }, { until: trace });
  return cause;
}

function panicIn(line: string): Cause | undefined {
  const match = /^\s/.test(line) ? null : /(panic|fatal error): /.exec(line);
  if (match === null) return undefined;
  return { word: match[1], reason: line.slice(match.index + match[0].length) };
}

/** The offset of the first line of a stack trace. */
function traceStart(output: string): Steps<number | undefined> {
  return findInLines(output, (line, start) => (isGoroutineHeader(line.trimEnd()) ? start : undefined), { having: ']:' });
}

/** Removes the end of `boom [recovered, repanicked]`. */
function withoutRecovery(reason: string): string {
  const at = reason.endsWith(']') ? reason.lastIndexOf(' [recovered') : -1;
  return at === -1 ? reason : reason.slice(0, at);
}
