import { CaptureError } from '../common/captureError';
import { type Connection, serverText } from '../http/connection';
import { hasStatus, statusFailure, withSecretsHidden } from '../http/httpFailure';
import { httpGet } from '../http/httpGet';
import { withOneRetry } from '../http/retryAfter';

const LIMIT_MS = 120_000;
/** Go cuts a text of goroutines at 64 MB. */
const MAX_BYTES = 256 << 20;
const SLOW_ADVICE = 'a search takes as long as a garbage collection';
/** One search can miss some: it ends when two in a row have found as many. */
const MAX_SEARCHES = 5;

/** What a service answers to the search for leaked goroutines. */
export interface ServiceLeaks {
  readonly count: number;
  /** All goroutines, as debug=2 prints them. */
  readonly text: Uint8Array;
}

/**
 * Has a service look for leaked goroutines. Throws CaptureError, also if its Go does not find them, or the signal's
 * reason on abort.
 * @param index the page that lists its profiles
 */
export async function fetchLeaks(index: URL, signal: AbortSignal, connection?: Connection): Promise<ServiceLeaks> {
  const read = (debug: number): Promise<Uint8Array> => withOneRetry(() => readOnce(debug), signal);
  const readOnce = async (debug: number): Promise<Uint8Array> => {
    const url = new URL(`goroutineleak?debug=${debug}`, index);
    const limits = { limitMs: LIMIT_MS, slowAdvice: SLOW_ADVICE, maxBytes: MAX_BYTES, maxUnpackedBytes: MAX_BYTES };
    const answer = await httpGet({ url, connection, signal, ...limits });
    if (answer.status !== 200) throw statusFailure(answer.url, answer, connection);
    return answer.body;
  };
  try {
    let count = -1;
    for (let i = 0, last = NaN; i < MAX_SEARCHES && count !== last; i++) {
      last = count;
      count = totalIn(await read(1), index);
    }
    return { count, text: await read(2) };
  } catch (error) {
    throw withSecretsHidden(hasStatus(error, 404) ? notOffered(index) : error, index, connection);
  }
}

function totalIn(body: Uint8Array, index: URL): number {
  const start = new TextDecoder().decode(body.subarray(0, 1000));
  const total = /^goroutineleak profile: total (\d+)$/m.exec(start)?.[1];
  if (total === undefined) throw new CaptureError('notAProfile', `${serverText(index)} answered something else than leaked goroutines.`);
  return Number(total);
}

function notOffered(index: URL): CaptureError {
  return new CaptureError('notAProfile', `${serverText(index)} does not look for leaked goroutines: build it with Go 1.27 or newer, or with Go 1.26 and GOEXPERIMENT=goroutineleakprofile.`);
}
