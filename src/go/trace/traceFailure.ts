import { CaptureError } from '../../common/captureError';
import type { RunResult } from '../../common/processes/runProcess';
import { memoryText } from './traceCost';

/** What is known of a trace that could not be read. */
export interface UnreadTrace {
  /** Its name for the user. */
  readonly name: string;
  /** Its size, in bytes. */
  readonly size: number;
}

/** Errors of `go tool trace` for a trace of a newer Go. */
const NEWER = /unknown or unsupported (?:trace )?version/;
/** Its errors for a trace without one whole part. Source: cmd/trace, main.go and pprof.go. */
const NO_PART = /failed to parse any useful part of the trace|failed to find matching goroutines/;

/** Whether `go tool trace` refused a trace because a newer Go wrote it. */
export function isOfNewerGo({ exitCode, stderr }: Pick<RunResult, 'exitCode' | 'stderr'>): boolean {
  return exitCode !== 0 && NEWER.test(stderr);
}

/** Why `go tool trace` could not read a trace. */
export function traceFailure({ name, size }: UnreadTrace, { signal, stderr }: Pick<RunResult, 'signal' | 'stderr'>): CaptureError {
  const failed = (message: string) => new CaptureError('badTrace', message, undefined, stderr);
  if (signal === 'SIGKILL' || /out of memory|cannot allocate memory|signal: killed/.test(stderr)) {
    return failed(`go tool trace was ended while it read ${name}, for which it needs about ${memoryText(size)} of memory: take a shorter trace, or read it on a larger machine.`);
  }
  if (NO_PART.test(stderr)) {
    return failed(`${name} has no part of a trace that can be read: it was cut off, as when a program ends before trace.Stop, or is damaged.`);
  }
  const lines = stderr.split('\n').map((line) => line.trim());
  // It panics on some damaged traces.
  const reason = lines.find((line) => /^(?:panic|fatal error): /.test(line)) ?? lines.findLast((line) => line !== '');
  return failed(`go tool trace cannot read ${name}: ${reason?.slice(0, 200) ?? 'it gave no reason'}.`);
}

/**
 * The failure of a trace that needs a newer Go than any on this machine.
 * @param installed the version of the go command, such as `go1.26.8`; empty if it is not known
 */
export function newerTraceFailure({ name }: UnreadTrace, version: string, installed: string): CaptureError {
  const found = installed === '' ? '; the go command here is older' : `, and this is ${installed.replace(/^go/, 'Go ')}`;
  const message = `${name} needs go tool trace of Go ${version} or newer${found}: install Go ${version}, and set linecost.go.path to its go command.`;
  return new CaptureError('badTrace', message);
}
