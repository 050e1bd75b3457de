import { CaptureError } from '../../common/captureError';
import { type Connection, serverText } from '../../http/connection';
import { StatusError, withSecretsHidden } from '../../http/httpFailure';
import { type Answer, httpGet, httpPost } from '../../http/httpGet';
import { urlUnder } from '../addresses';
import { skewOf } from '../clockSkew';
import { STORE_WORDS } from '../storeFailure';
import { framed, readAnswer } from './grpcWeb';
import { gatewayFailure, grpcFailure } from './parcaFailure';

const SERVICE = 'parca.query.v1alpha1.QueryService';
const GRPC_WEB = 'application/grpc-web+proto';
const SLOW_ADVICE = 'ask for a shorter time or add a filter';

export interface ParcaServer {
  /** Its address, with the prefix of its paths if it has one. */
  readonly base: URL;
  readonly connection: Connection;
  /** Called with how its clock differs from this machine's, in milliseconds, as often as it says so. */
  readonly onSkew: (skewMs: number) => void;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Limit of the answer, in bytes, packed and unpacked. */
  readonly maxBytes: number;
  readonly onBytes?: (received: number) => void;
}

/** Parameters of a question; those without a value are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Asks the JSON gateway: `/api/profiles/PATH`. Throws CaptureError: a StatusError with what the server says,
 * `notAProfile` if it is no Parca, or like httpGet; the signal's reason on abort.
 */
export async function gatewayGet(
  server: ParcaServer,
  path: string,
  parameters: Parameters,
  options: CallOptions,
): Promise<unknown> {
  const url = urlUnder(server.base, `api/profiles/${path}`);
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of [given ?? []].flat()) url.searchParams.append(name, value);
  }
  return hidingSecrets(server, url, async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await timed(server, () => httpGet({ ...requestOf(server, url, options), headers }));
    if (answer.status !== 200) throw gatewayFailure(answer);
    return jsonOf(answer);
  });
}

/** The page of Parca, which has its version; undefined if there is none. Throws only the signal's reason on abort. */
export async function frontPage(server: ParcaServer, options: CallOptions): Promise<string | undefined> {
  try {
    const { status, body } = await httpGet(requestOf(server, urlUnder(server.base, ''), options));
    return status === 200 ? new TextDecoder().decode(body) : undefined;
  } catch {
    // A proxy may let only questions through.
    options.signal.throwIfAborted();
    return undefined;
  }
}

/**
 * Calls a method by gRPC-web, in protobuf. Returns undefined if the server, or a proxy before it, does not let gRPC-web
 * through. Throws like gatewayGet.
 */
export async function grpcWebCall(
  server: ParcaServer,
  method: string,
  message: Uint8Array,
  options: CallOptions,
): Promise<Uint8Array | undefined> {
  const url = urlUnder(server.base, `${SERVICE}/${method}`);
  const headers = { 'content-type': GRPC_WEB, accept: GRPC_WEB, 'x-grpc-web': '1' };
  return hidingSecrets(server, url, async () => {
    const body = { bytes: framed(message), headers };
    const answer = await timed(server, () => httpPost({ ...requestOf(server, url, options), body }));
    if (isRefusal(answer)) return undefined;
    if (answer.status !== 200) throw gatewayFailure(answer);
    return messageOf(answer);
  });
}

/** What proxies and servers without gRPC-web answer. */
const REFUSALS = [403, 404, 405, 406, 411, 415, 501];

function isRefusal({ status, headers }: Answer): boolean {
  return REFUSALS.includes(status) || (status === 200 && !/^application\/grpc/.test(headers['content-type'] ?? ''));
}

function messageOf(answer: Answer): Uint8Array {
  const { status, text, message } = readAnswer(answer.headers, answer.body);
  if (status === undefined) {
    throw new CaptureError('closed', `${serverText(answer.url)} closed the connection before the answer was complete.`);
  }
  if (status !== 0) throw grpcFailure(answer, status, text);
  return message ?? new Uint8Array();
}

async function timed({ onSkew }: ParcaServer, ask: () => Promise<Answer>): Promise<Answer> {
  const begin = Date.now();
  const answer = await ask();
  const skewMs = skewOf(answer, begin);
  if (skewMs !== undefined) onSkew(skewMs);
  return answer;
}

async function hidingSecrets<T>({ connection }: ParcaServer, url: URL, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw withSecretsHidden(error, url, connection);
  }
}

function requestOf({ connection }: ParcaServer, url: URL, { signal, limitMs, maxBytes, onBytes }: CallOptions) {
  const limits = { signal, limitMs, maxBytes, maxUnpackedBytes: maxBytes, ...(onBytes && { onBytes }) };
  return { ...limits, url, connection, slowAdvice: SLOW_ADVICE, words: STORE_WORDS };
}

function jsonOf({ url, headers, body }: Answer): unknown {
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    const type = headers['content-type'] ?? '';
    const what = /html/.test(type) || /^\s*</.test(text) ? 'a web page, perhaps to log in' : text === '' ? 'nothing' : 'something else';
    const sentence = `${serverText(url)} sent ${what}, not an answer of Parca`;
    throw new CaptureError('notAProfile', `${sentence}: check the address and the credentials.`, undefined, text.slice(0, 200));
  }
}

/**
 * Whether the server may have nothing for a question: it then answers with its user interface, or with 404 if it was
 * built without one. So does another server, or a proxy.
 */
export function isNothing(error: unknown): boolean {
  if (error instanceof StatusError) return error.status === 404;
  return error instanceof CaptureError && error.failure === 'notAProfile' && /^\s*</.test(error.detail ?? '');
}
