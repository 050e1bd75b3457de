import { CaptureError } from '../../common/captureError';
import type { Connection } from '../../http/connection';
import { serverText } from '../../http/connection';
import { withSecretsHidden } from '../../http/httpFailure';
import { type Answer, httpGet } from '../../http/httpGet';
import { isText, listOf, oneOf, optional, shape } from '../../profile/common/shapes';
import { urlUnder } from '../addresses';
import type { FleetQuery } from '../fleetQuery';
import { quotedText, STORE_WORDS, storeFailure } from '../storeFailure';
import { countQuery } from './countQuery';
import type { RequestCounter } from './requestCounter';

const LIMIT_MS = 30_000;
const MAX_BYTES = 1 << 20;
const SLOW_ADVICE = 'ask for a shorter time';

/** A time and a value, as Prometheus writes them. */
type Sample = readonly [number, string];
const isSample = (value: unknown): value is Sample => {
  return Array.isArray(value) && value.length === 2 && isText(value[1]);
};
const isVector = shape({ resultType: oneOf('vector'), result: listOf(shape({ value: isSample })) });
const isScalar = shape({ resultType: oneOf('scalar'), result: isSample });
const isAnswer = shape({ status: isText, error: optional(isText) });

/**
 * How many requests a Prometheus counted in the time and of the service that are asked of a store; undefined if it
 * counted none. Throws CaptureError with what it says, or the signal's reason on abort.
 */
export async function countRequests(
  { address, query: template }: Pick<RequestCounter, 'address' | 'query'>,
  query: FleetQuery,
  connection: Connection,
  signal: AbortSignal,
): Promise<number | undefined> {
  const url = urlUnder(new URL(address), 'api/v1/query');
  url.searchParams.set('query', asked(template, query));
  url.searchParams.set('time', String(query.range.to / 1000));
  try {
    const limits = { signal, limitMs: LIMIT_MS, maxBytes: MAX_BYTES, maxUnpackedBytes: MAX_BYTES };
    const words = { slowAdvice: SLOW_ADVICE, words: STORE_WORDS };
    const answer = await httpGet({ ...limits, ...words, url, connection, headers: { accept: 'application/json' } });
    return countIn(answer);
  } catch (error) {
    throw withSecretsHidden(error, url, connection);
  }
}

function asked(template: string, query: FleetQuery): string {
  try {
    return countQuery(template, query);
  } catch (error) {
    throw new CaptureError('badAddress', `${(error as Error).message}.`);
  }
}

function countIn(answer: Answer): number | undefined {
  const body = jsonOf(answer);
  const said = isAnswer(body) ? body : undefined;
  if (answer.status !== 200) throw storeFailure(answer, 'Prometheus', said?.error);
  const { data } = (said ?? {}) as { readonly data?: unknown };
  const host = serverText(answer.url);
  if (said?.status !== 'success' || typeof data !== 'object' || data === null) {
    throw new CaptureError('notAProfile', `${host} sent no answer of Prometheus: check the address and the credentials.`);
  }
  const samples = isVector(data) ? data.result.map(({ value }) => value) : isScalar(data) ? [data.result] : undefined;
  if (!samples) {
    const type = quotedText(String((data as { readonly resultType?: unknown }).resultType));
    throw new CaptureError('httpStatus', `The query for requests answers a ${type}, not a number: begin it with sum(increase(….`);
  }
  const values = samples.map(([, text]) => Number(text)).filter(Number.isFinite);
  const count = values.reduce((sum, value) => sum + value, 0);
  return count > 0 ? count : undefined;
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
