import { CaptureError } from '../../common/captureError';
import { isText } from '../../profile/common/shapes';
import { type Connection, serverText } from '../../http/connection';
import { withSecretsHidden } from '../../http/httpFailure';
import { type Answer, httpGet, httpPost } from '../../http/httpGet';
import { urlUnder } from '../addresses';
import { skewOf } from '../clockSkew';
import { quotedText, STORE_WORDS, storeFailure } from '../storeFailure';

const SERVICE = 'querier.v1.QuerierService';
const STORE = 'Pyroscope';
const PROTO = 'application/proto';
const SLOW_ADVICE = 'ask for a shorter time or add a filter';

/** A Pyroscope, or what looks like one: a proxy, a data source of Grafana. */
export interface Server {
  /** The part of its address before `/querier.v1.QuerierService/`. */
  readonly base: URL;
  readonly connection: Connection;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Limit of the answer, in bytes, packed and unpacked. */
  readonly maxBytes: number;
  readonly onBytes?: (received: number) => void;
}

/** An answer of the server; how its clock differs from this machine's, in milliseconds, if it sends its time. */
export interface Called {
  readonly body: Uint8Array;
  readonly skewMs: number | undefined;
}

/**
 * Calls a method of Pyroscope by Connect's unary protocol, in protobuf. Throws CaptureError: a StatusError with what
 * the server says, `notAProfile` if it is no Pyroscope, or like httpPost; the signal's reason on abort.
 */
export async function connectCall(
  { base, connection }: Server,
  method: string,
  message: Uint8Array,
  options: CallOptions,
): Promise<Called> {
  const url = urlUnder(base, `${SERVICE}/${method}`);
  const headers = {
    'content-type': PROTO,
    'connect-protocol-version': '1',
    'connect-timeout-ms': String(options.limitMs),
    'accept-encoding': 'gzip',
    // Without this, the server hides labels whose names have dots or the like.
    accept: '*/*;allow-utf8-labelnames=true',
  };
  try {
    const asked = { ...limitsOf(options), url, connection, body: { bytes: message, headers } };
    const begin = Date.now();
    const answer = await httpPost(asked);
    if (answer.status !== 200) throw storeFailure(answer, STORE, connectWords(answer));
    checkIsProto(answer);
    return { body: answer.body, skewMs: skewOf(answer, begin) };
  } catch (error) {
    throw withSecretsHidden(error, url, connection);
  }
}

/** What the server says of its version: `2.2.0`; undefined if it does not. Throws only the signal's reason on abort. */
export async function versionOf({ base, connection }: Server, options: CallOptions): Promise<string | undefined> {
  const url = urlUnder(base, 'api/v1/status/buildinfo');
  try {
    const { status, body } = await httpGet({ ...limitsOf(options), url, connection });
    if (status !== 200) return undefined;
    const said = JSON.parse(new TextDecoder().decode(body)) as { data?: { version?: unknown } } | null;
    const version = said?.data?.version;
    return isText(version) && /^v?\d[\w.+-]{0,40}$/.test(version) ? version.replace(/^v/, '') : undefined;
  } catch {
    // An older server, or a proxy that lets only questions through.
    options.signal.throwIfAborted();
    return undefined;
  }
}

function limitsOf({ signal, limitMs, maxBytes, onBytes }: CallOptions) {
  const limits = { signal, limitMs, maxBytes, maxUnpackedBytes: maxBytes };
  return { ...limits, slowAdvice: SLOW_ADVICE, words: STORE_WORDS, ...(onBytes && { onBytes }) };
}

/** The message of Connect's error, JSON for binary calls too; undefined if this is not one. */
function connectWords({ headers, body }: Answer): string | undefined {
  if (!/json/.test(headers['content-type'] ?? '')) return undefined;
  try {
    const said = JSON.parse(new TextDecoder().decode(body)) as { message?: unknown } | null;
    return isText(said?.message) ? said.message : undefined;
  } catch {
    return undefined;
  }
}

function checkIsProto({ url, headers, body }: Answer): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === PROTO) return;
  const beginning = new TextDecoder().decode(body.subarray(0, 200));
  const isPage = type === 'text/html' || /^\s*<(!doctype|html)/i.test(beginning);
  const other = body.length === 0 ? 'nothing' : quotedText(type) || 'something else';
  const what = isPage ? 'a web page, perhaps to log in' : other;
  const sentence = `${serverText(url)} sent ${what}, not an answer of Pyroscope`;
  throw new CaptureError('notAProfile', `${sentence}: check the address and the credentials.`, undefined, beginning);
}
