import { readFile } from 'node:fs/promises';
import { CaptureError, isCaptureError } from '../common/captureError';
import { serverText } from '../http/connection';
import { hasStatus, statusFailure, withSecretsHidden, withTexts } from '../http/httpFailure';
import { type GetOptions, httpGet } from '../http/httpGet';
import { withOneRetry } from '../http/retryAfter';
import { servingProcess } from './servingProcess';
import { ignored } from '../profile/common/ignored';

const LIMIT_MS = 60_000;
/** The command line is less important than the goroutines. */
const CMDLINE_MS = 2000;
/** Go cuts the stacks of goroutines here; counts are a fraction of them. */
export const CUT_BYTES = 64 << 20;
const MAX_BYTES = CUT_BYTES + (1 << 20);
/** Usual stacks have a third of it. */
const BYTES_PER_GOROUTINE = 1 << 10;
/** The service stops while stacks are written: for 2 s altogether with 10^5 goroutines, for 9 s with 180,000. */
export const MANY_GOROUTINES = 120_000;
const SLOW_ADVICE = 'take the dump from a machine nearer to the service';

export interface GoroutinesOptions extends Pick<GetOptions, 'connection' | 'signal'> {
  /** The page that lists the profiles of the service. */
  readonly index: URL;
  /** Whether there is room for stacks of about so many bytes; without it, the counts are enough. */
  readonly hasRoom?: (bytes: number) => boolean;
  /** Called before the stacks are fetched. */
  readonly onCounted?: (total: number) => void;
}

/** The goroutines of a service at one moment. */
export interface ServiceGoroutines {
  /** As `debug=2` prints them; as `debug=1`, which has only counts, if `lack` is set. */
  readonly text: Uint8Array;
  /** What `debug=1` counted just before. */
  readonly total: number;
  readonly lack?: 'many' | 'cut' | 'noRoom' | CaptureError;
  /** Milliseconds since the epoch. */
  readonly takenAt: number;
  /** Identifies the process, with its start; unset if it is not known. */
  readonly process?: string;
}

/**
 * Fetches the goroutines of a service: their number, and their stacks, for which the service stops as long as it takes
 * to write them. Throws CaptureError, also if something else answers, or the signal's reason on abort.
 */
export async function fetchGoroutines(options: GoroutinesOptions): Promise<ServiceGoroutines> {
  const { index, connection, signal, hasRoom = () => true, onCounted } = options;
  const getWhenFree = (path: string): Promise<Uint8Array> => withOneRetry(() => get(path, options), signal);
  try {
    const process = servedProcess(options).catch(ignored('the process of the service is not known', {}));
    let takenAt = Date.now();
    const counts = await getWhenFree('goroutine?debug=1');
    const total = totalIn(counts, index);
    const known = async () => ({ total, takenAt, ...(await process) });
    if (total >= MANY_GOROUTINES) return { text: counts, lack: 'many', ...(await known()) };
    const isRoom = hasRoom(Math.min(CUT_BYTES, total * BYTES_PER_GOROUTINE));
    if (!isRoom) return { text: counts, lack: 'noRoom', ...(await known()) };
    onCounted?.(total);
    const countedAt = takenAt;
    takenAt = Date.now();
    try {
      const text = await getWhenFree('goroutine?debug=2');
      if (text.length < CUT_BYTES && hasStacks(text)) return { text, ...(await known()) };
      takenAt = countedAt;
      const lack = text.length >= CUT_BYTES ? 'cut' : noStacks(index);
      return { text: counts, lack, ...(await known()) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isCaptureError(error)) throw error;
      takenAt = countedAt;
      return { text: counts, lack: withSecretsHidden(error, index, connection) as CaptureError, ...(await known()) };
    }
  } catch (error) {
    throw withSecretsHidden(hasStatus(error, 404) ? withTexts(error, `${serverText(index)}${index.pathname} has no goroutines: does the program import net/http/pprof and serve it at this path?`) : error, index, connection);
  }
}

/** @param path of a page of net/http/pprof. The parameters of the index, such as a token, are sent too. */
async function get(path: string, options: GoroutinesOptions, limitMs = LIMIT_MS): Promise<Uint8Array> {
  const { index, connection, signal } = options;
  const url = new URL(path, index);
  for (const [key, value] of index.searchParams) {
    if (key !== 'debug' && key !== 'seconds') url.searchParams.set(key, value);
  }
  const limits = { limitMs, slowAdvice: SLOW_ADVICE, maxBytes: MAX_BYTES, maxUnpackedBytes: MAX_BYTES };
  const answer = await httpGet({ url, connection, signal, ...limits });
  if (answer.status !== 200) throw statusFailure(answer.url, answer, connection);
  return answer.body;
}

function totalIn(body: Uint8Array, index: URL): number {
  const start = new TextDecoder().decode(body.subarray(0, 1000));
  const total = /^goroutine profile: total (\d+)$/m.exec(start)?.[1];
  if (total !== undefined) return Number(total);
  throw new CaptureError('notAProfile', `${serverText(index)}${index.pathname} answered something else than goroutines: check the address.`, undefined, start);
}

function hasStacks(body: Uint8Array): boolean {
  return /^goroutine \d+ /.test(new TextDecoder().decode(body.subarray(0, 100)));
}

function noStacks(index: URL): CaptureError {
  return new CaptureError('notAProfile', `${serverText(index)} answered no stacks for debug=2.`);
}

/** The process of this machine that answers, unless it only forwards: then the service has another command line. */
async function servedProcess(options: GoroutinesOptions): Promise<{ readonly process?: string }> {
  const found = await servingProcess(options.index);
  if (!found) return {};
  const { pid, startedAt } = found;
  const [own, served] = await Promise.all([readFile(`/proc/${pid}/cmdline`, 'utf8'), get('cmdline', options, CMDLINE_MS)]);
  const isSame = own.replace(/\0$/, '') === new TextDecoder().decode(served).trimEnd();
  return isSame ? { process: `process ${pid} since ${startedAt}` } : {};
}
