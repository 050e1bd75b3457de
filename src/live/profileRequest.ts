import { withCutRecognized } from './cutMeasurement';
import { statusFailure, withSecretsHidden } from './httpFailure';
import type { FetchProgress } from './fetchProgress';
import { httpGet } from './httpGet';
import { checkIsProfile, isTrace } from './profileAnswer';
import { fetchLimitMs, measuringMs } from './profileSeconds';

/** Limit for an answer, in bytes. Profiles are gzipped, so 256 MB unpack to gigabytes. */
const MAX_BYTES = 256 << 20;
const MAX_UNPACKED_BYTES = 1 << 30;
const SLOW_ADVICE = 'if the connection is slow, save the profile with curl and open the file';
const PROGRESS_MS = 250;

export interface FetchOptions {
  readonly url: URL;
  /** Seconds for which the server measures; undefined for the URL's own value. */
  readonly seconds?: number;
  /** Called at the start, about four times a second, and when the answer has arrived. */
  readonly onProgress?: (progress: FetchProgress) => void;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Time limit for the whole fetch; by default, that of `fetchLimitMs`. */
  readonly timeoutMs?: number;
  /** Limit for the answer, in bytes. */
  readonly maxBytes?: number;
  /** Limit in bytes for the unpacked size of a gzip answer that has to be unpacked to check that it is complete. */
  readonly maxUnpackedBytes?: number;
}

export interface FetchedProfile {
  /** The profile as sent, gzip or raw; or the execution trace. */
  readonly bytes: Uint8Array;
  readonly isTrace: boolean;
  /** The URL after redirects. */
  readonly url: URL;
  readonly contentType: string;
}

/**
 * Fetches a profile or an execution trace from a running program. Throws CaptureError `unreachable`, `httpStatus`
 * (with pprof's own text, if any), `timedOut`, `closed` or `notAProfile`, as a CutMeasurement if the measurement was
 * too long; the signal's reason on abort.
 */
export async function fetchProfile(options: FetchOptions): Promise<FetchedProfile> {
  const { headers, signal, onProgress, maxBytes = MAX_BYTES, maxUnpackedBytes = MAX_UNPACKED_BYTES } = options;
  const url = withSeconds(options.url, options.seconds);
  const limitMs = options.timeoutMs ?? fetchLimitMs(url);
  const expectedMs = measuringMs(url);
  const begin = performance.now();
  let receivedBytes = 0;
  const report = (): void => onProgress?.({ receivedBytes, elapsedMs: performance.now() - begin, expectedMs });
  const timer = setInterval(report, PROGRESS_MS);
  try {
    report();
    const onBytes = (received: number): void => void (receivedBytes = received);
    const limits = { limitMs, slowAdvice: SLOW_ADVICE, maxBytes, maxUnpackedBytes };
    const answer = await httpGet({ url, headers, signal, ...limits, onBytes });
    report();
    if (answer.status !== 200) throw statusFailure(answer.url, answer);
    if (!isTrace(answer)) checkIsProfile(answer);
    return { bytes: answer.body, isTrace: isTrace(answer), url: answer.url, contentType: answer.headers['content-type'] ?? '' };
  } catch (error) {
    throw withCutRecognized(withSecretsHidden(error, url), performance.now() - begin, expectedMs);
  } finally {
    clearInterval(timer);
  }
}

function withSeconds(url: URL, seconds: number | undefined): URL {
  const timed = new URL(url);
  if (seconds !== undefined) timed.searchParams.set('seconds', String(seconds));
  return timed;
}
