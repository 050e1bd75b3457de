import { fetchLimitMs, measuringMs, withCutRecognized } from './profileSeconds';
import { statusFailure, withSecretsHidden } from '../http/httpFailure';
import { withOneRetry } from '../http/retryAfter';
import { type Connection, serverText } from '../http/connection';
import { type Answer, httpGet } from '../http/httpGet';
import { CaptureError, isCaptureError } from '../common/captureError';
import { looksGzipped } from '../profile/common/gzip';
import { setTimeout as delay } from 'node:timers/promises';

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
  readonly connection?: Connection;
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
  const { headers, connection, signal, onProgress } = options;
  const { maxBytes = MAX_BYTES, maxUnpackedBytes = MAX_UNPACKED_BYTES } = options;
  const url = withSeconds(options.url, options.seconds);
  const limitMs = options.timeoutMs ?? fetchLimitMs(url);
  const expectedMs = measuringMs(url);
  let begin = performance.now();
  let receivedBytes = 0;
  let retryInMs: number | undefined;
  const report = (): void => {
    const busy = retryInMs !== undefined && { retryInMs };
    onProgress?.({ receivedBytes, elapsedMs: performance.now() - begin, expectedMs, ...busy });
  };
  const timer = setInterval(report, PROGRESS_MS);
  try {
    report();
    const onBytes = (received: number): void => void (receivedBytes = received);
    const limits = { limitMs, slowAdvice: SLOW_ADVICE, maxBytes, maxUnpackedBytes };
    const get = async (): Promise<Answer> => {
      begin = performance.now();
      retryInMs = undefined;
      const received = await httpGet({ url, headers, connection, signal, ...limits, onBytes });
      if (received.status !== 200) throw statusFailure(received.url, received, connection);
      return received;
    };
    const answer = await withOneRetry(get, signal, (left) => void (retryInMs = left));
    report();
    if (!isTrace(answer)) checkIsProfile(answer);
    return { bytes: answer.body, isTrace: isTrace(answer), url: answer.url, contentType: answer.headers['content-type'] ?? '' };
  } catch (error) {
    throw withCutRecognized(withSecretsHidden(error, url, connection), performance.now() - begin, expectedMs);
  } finally {
    clearInterval(timer);
  }
}

function withSeconds(url: URL, seconds: number | undefined): URL {
  const timed = new URL(url);
  if (seconds !== undefined) timed.searchParams.set('seconds', String(seconds));
  return timed;
}

export interface FetchProgress {
  readonly receivedBytes: number;
  readonly elapsedMs: number;
  /** Time for which the server measures before it answers; undefined if it answers at once. */
  readonly expectedMs: number | undefined;
  /** Set while the server is too busy, and has asked to come back in this time. */
  readonly retryInMs?: number;
}

/** What the progress of a fetch says. */
export function fetchProgressText({ receivedBytes, elapsedMs, expectedMs, retryInMs }: FetchProgress): string {
  if (retryInMs !== undefined) return `the service is busy: asks again in ${Math.ceil(retryInMs / 1000)} s`;
  const secondsLeft = expectedMs === undefined ? 0 : Math.ceil((expectedMs - elapsedMs) / 1000);
  if (receivedBytes > 0) return `${(receivedBytes / 1024).toFixed(0)} kB received`;
  return secondsLeft > 0 ? `measuring, ${secondsLeft} s left` : 'waiting for the answer';
}

const TRY_AGAIN_MS = 250;
/** A refusal arrives sooner. */
const REFUSAL_MS = 500;

/**
 * Like fetchProfile, but while another client takes a CPU profile, asks again until `patienceMs` have passed, and calls
 * `onWaiting` each time. A profiler that is on most of the time leaves short gaps.
 */
export async function fetchWhenFree(
  options: FetchOptions,
  patienceMs: number,
  onWaiting: () => void,
): Promise<FetchedProfile> {
  if (patienceMs === 0) return fetchProfile(options);
  const end = performance.now() + patienceMs;
  const { signal, onProgress } = options;
  for (;;) {
    try {
      return await fetchProfile({
        ...options,
        onProgress: (progress) => (progress.elapsedMs < REFUSAL_MS ? undefined : onProgress?.(progress)),
      });
    } catch (error) {
      if (!isCaptureError(error) || error.failure !== 'profilerInUse' || performance.now() >= end) throw error;
    }
    onWaiting();
    await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

const CHECKED_BYTES = 512;

/** Whether the answer is an execution trace, which is not a profile. */
function isTrace({ body }: Pick<Answer, 'body'>): boolean {
  return /^go 1\.\d+ trace\0/.test(beginning(body.subarray(0, 16)));
}

/** Throws CaptureError `notAProfile` if the answer is clearly not a profile. Does not decode the answer. */
export function checkIsProfile({ url, headers, body }: Answer): void {
  const reason = looksGzipped(body) ? undefined : reasonFor(url, headers['content-type'] ?? '', body);
  if (reason === undefined) return;
  throw new CaptureError('notAProfile', `${serverText(url)}${url.pathname} ${reason}.`, undefined, beginning(body));
}

function reasonFor(url: URL, contentType: string, body: Uint8Array): string | undefined {
  if (body.length === 0) return 'sends an empty response';
  const words = beginning(body);
  if (!isText(words)) return undefined;
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(words) || /text\/html/.test(contentType)) {
    return 'sends a web page, not a profile: write the path of a profile, such as /debug/pprof/heap';
  }
  const debug = url.searchParams.get('debug');
  if (debug !== null && debug !== '0') return `sends text because of debug=${debug}: remove debug=${debug}`;
  return `sends text, not a profile: ${words.trim().split(/\r?\n/, 1)[0]?.slice(0, 80)}`;
}

function beginning(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, CHECKED_BYTES), { stream: true });
}

/** Protobuf has control characters (lengths, field numbers) near its beginning. */
function isText(words: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.test(words);
}
