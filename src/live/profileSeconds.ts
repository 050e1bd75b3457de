import { CaptureError } from '../common/captureError';
import { StatusError } from '../http/httpFailure';
import { MAX_SECONDS } from './maxSeconds';

/** How long a profile is measured, unless the setting or the user chooses another duration. */
export const USUAL_SECONDS = 10;
/** Durations in net/http/pprof if the URL has no `seconds`: of a CPU profile, and of a trace. */
const SERVER_SECONDS = 30;
const SERVER_TRACE_SECONDS = 1;
/** The message for a text that `isSeconds` rejects. */
export const SECONDS_TEXT = `Enter a whole number of seconds from 1 to ${MAX_SECONDS}.`;

/** Whether a text that the user entered is a valid duration. */
export function isSeconds(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_SECONDS;
}

/** The URL's `seconds`; undefined if unset, or not a positive whole number: net/http/pprof ignores other values. */
export function secondsOf(url: URL): number | undefined {
  const text = url.searchParams.get('seconds') ?? '';
  return /^\+?\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** Whether the server chooses the duration because the URL does not set one (30 s for a CPU profile). */
export function needsSeconds(url: URL): boolean {
  return isTimed(url) && secondsOf(url) === undefined;
}

/** Whether the server measures before it answers even if the URL has no `seconds`. */
export function isTimed(url: URL): boolean {
  return /\/(profile|fgprof|trace)\/?$/.test(url.pathname);
}

/** Whether the URL's path is that of an execution trace. */
export function isTracePath({ pathname }: URL): boolean {
  return /\/trace\/?$/.test(pathname);
}

/** The milliseconds for which the server measures before it answers; undefined if it answers at once. */
export function measuringMs(url: URL): number | undefined {
  const seconds = secondsOf(url);
  if (seconds === undefined && !isTimed(url)) return undefined;
  return (seconds ?? (isTracePath(url) ? SERVER_TRACE_SECONDS : SERVER_SECONDS)) * 1000;
}

/** The time limit of a whole fetch, as in pprof: 1.5 × the URL's `seconds`, or 60 s if unset, plus 5 s. */
export function fetchLimitMs(url: URL): number {
  const seconds = secondsOf(url);
  return ((seconds === undefined ? 60 : 1.5 * seconds) + 5) * 1000;
}

/** A duration, in seconds, that is shorter than most time limits of proxies, and most gaps of continuous profilers. */
export const SHORT_SECONDS = 4;
/** The part of a time limit that a shorter measurement uses; the rest is for the answer. */
const USED_PART = 0.9;
/** A failure within this time was not caused by the measurement's duration. */
const MIN_CUT_MS = 900;

/** The failure of a measurement that is longer than a request to this service may take. */
export class CutMeasurement extends CaptureError {
  /** @param shorterSeconds a duration that may succeed; undefined if even one second would be too long */
  constructor(readonly shorterSeconds: number | undefined, error: CaptureError, message = error.message) {
    super(error.failure, message, error.location, error.detail);
  }
}

/**
 * Recognizes the failure of a measurement that took too long for the service, or for something in front of it. Returns
 * any other error as it is.
 * @param expectedMs the time for which the service should have measured; undefined if it answers at once
 */
export function withCutRecognized(error: unknown, elapsedMs: number, expectedMs: number | undefined): unknown {
  if (!(error instanceof CaptureError) || expectedMs === undefined) return error;
  const asked = expectedMs / 1000;
  if (/exceeds server's WriteTimeout/.test(error.message)) {
    return new CutMeasurement([SHORT_SECONDS, 1].find((seconds) => seconds < asked), error);
  }
  if (!mayBeCut(error) || elapsedMs < MIN_CUT_MS || elapsedMs >= expectedMs) return error;
  const elapsed = elapsedMs / 1000;
  const answer = error.message.replace(/\.$/, '').replace(/ without a response$/, '');
  const after = `after ${elapsed.toFixed(elapsed < 10 ? 1 : 0)} of ${asked} s`;
  const message = `${answer} ${after}: a proxy, or the server itself, limits how long a request may take.`;
  return new CutMeasurement(Math.floor(elapsed * USED_PART) || undefined, error, message);
}

/** Whether proxies and servers answer so, or close the connection, when a request takes too long. */
function mayBeCut(error: CaptureError): boolean {
  if (!(error instanceof StatusError)) return error.failure === 'closed';
  return error.failure === 'httpStatus' && (error.status >= 500 || error.status === 408);
}
