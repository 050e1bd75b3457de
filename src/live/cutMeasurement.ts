import { CaptureError } from '../common/captureError';
import { StatusError } from './httpFailure';

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
