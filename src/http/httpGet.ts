// VS Code uses the proxy of its settings for these names of the modules, and not for `node:http`.
import { ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'http';
import { Agent as HttpsAgent, request as requestHttps } from 'https';
import { urlToHttpOptions } from 'node:url';
import { basicAuthorization, hasCredentials, hasStrayPercent, originOf, withoutCredentials } from './addressSecrets';
import { type Connection, connectionOptions, serverText, socketOf } from './connection';
import { beginningOf, contentOf, MAX_ERROR_BYTES, wholeBody } from './httpBody';
import { connectionFailure, type HttpResponse, timeoutFailure, type Trail } from './httpFailure';
import { loopbackLookup } from './loopbackLookup';
import { proxyException } from './noProxy';
import { SAVED_SERVICE_WORDS, type ServerWords } from './serverWords';
import { CaptureError } from '../common/captureError';

/** The longest delay of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Time limit for reading the body of an error response, which is less important than the status. */
const ERROR_BODY_MS = 2000;

export interface GetOptions {
  /** http, https, https+insecure or http+unix; credentials in it are sent as basic authentication. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connection?: Connection;
  /** By default, those of a running program. */
  readonly words?: ServerWords;
  readonly signal: AbortSignal;
  /** Time limit for everything: connecting, redirects, and the whole answer. */
  readonly limitMs: number;
  /** Advice for a slow connection, which ends the message when the time limit is exceeded. */
  readonly slowAdvice: string;
  /** Limit for the answer in bytes, both as received and after removing its Content-Encoding. */
  readonly maxBytes: number;
  /** Limit in bytes for the unpacked size of a gzip answer that has to be unpacked to check that it is complete. */
  readonly maxUnpackedBytes: number;
  /** Called with the bytes received so far. */
  readonly onBytes?: (received: number) => void;
}

export interface PostOptions extends GetOptions {
  readonly body: RequestBody;
}

interface RequestBody {
  readonly bytes: Uint8Array;
  /** What it is and which answers are understood: sent to each server that gets the body, so never secret. */
  readonly headers: Readonly<Record<string, string>>;
}

type AnyOptions = GetOptions & Partial<PostOptions>;

export interface Answer extends HttpResponse {
  /** The URL after redirects. */
  readonly url: URL;
}

/**
 * GETs a URL and follows redirects. Reads the whole answer if its status is 200, else its beginning. Throws
 * CaptureError `unreachable`, `closed`, `timedOut`, `notAProfile` (too large, or an unreadable encoding) or
 * `httpStatus` (redirects); the signal's reason on abort.
 */
export function httpGet(options: GetOptions): Promise<Answer> {
  return request(options);
}

/**
 * POSTs a body; else like httpGet. A redirect by 307 or 308 gets the body too; any other redirect is an error, because
 * it would be a GET without the body.
 */
export function httpPost(options: PostOptions): Promise<Answer> {
  return request(options);
}

async function request(options: AnyOptions): Promise<Answer> {
  const { limitMs, slowAdvice, signal, words = options.connection && SAVED_SERVICE_WORDS } = options;
  const trail: Trail = { url: options.url, received: 0, ...(words && { words }) };
  const limit = new AbortController();
  const onLimit = (): void => limit.abort(timeoutFailure(trail, Math.round(limitMs / 100) / 10, slowAdvice));
  const timer = setTimeout(onLimit, Math.min(limitMs, MAX_TIMER_MS));
  try {
    return await followRedirects({ ...options, signal: AbortSignal.any([signal, limit.signal]) }, trail);
  } finally {
    clearTimeout(timer);
    signal.throwIfAborted();
  }
}

async function followRedirects(options: AnyOptions, trail: Trail): Promise<Answer> {
  let current = options;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    Object.assign(trail, { url: current.url, received: 0 });
    const answer = await askOnce(current, trail);
    const location = redirectOf(answer);
    if (location === undefined) return answer;
    if (current.body && ![307, 308].includes(answer.status)) throw lostBody(current.url, answer.status, location);
    current = redirectedOptions(current, location);
  }
  throw tooManyRedirects(options.url);
}

async function askOnce(options: AnyOptions, trail: Trail): Promise<Answer> {
  const { url, signal } = options;
  signal.throwIfAborted();
  const sent = begun(options, trail);
  // Once the answer has begun, errors are reported by the body's stream.
  sent.on('error', () => undefined);
  try {
    const response = await responseOf(sent, trail, signal);
    const { statusCode: status = 0, statusMessage: statusText = '', headers } = response;
    const answer = { url, status, statusText: statusText.slice(0, 100), headers };
    if (redirectOf(answer) !== undefined) return { ...answer, body: new Uint8Array() };
    const body = status === 200 ? wholeBody(response, options, trail) : errorBody(response, options);
    return { ...answer, body: await body };
  } finally {
    sent.destroy();
  }
}

function responseOf(sent: ClientRequest, trail: Trail, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    sent.once('error', (error) => reject(connectionFailure(error, trail)));
    sent.once('response', (response) => {
      signal.removeEventListener('abort', onAbort);
      // The connection may fail before the body is read.
      response.on('error', () => undefined);
      resolve(response);
    });
  });
}

/** The part of an error's body that arrives soon; empty if it cannot be read, so that the status is still reported. */
async function errorBody(response: IncomingMessage, { url, signal }: GetOptions): Promise<Uint8Array> {
  const timer = setTimeout(() => response.destroy(), ERROR_BODY_MS);
  const content = contentOf(response, { url, received: 0 }, { signal, maxBytes: 2 * MAX_ERROR_BYTES });
  return beginningOf(content).finally(() => clearTimeout(timer));
}

function send({ url, headers = {}, connection, body }: AnyOptions): ClientRequest {
  const authorization = basicAuthorization(url);
  const defaults = { accept: '*/*', 'user-agent': 'linecost', ...(authorization && { authorization }) };
  const options: RequestOptions = {
    method: body ? 'POST' : 'GET',
    agent: false,
    headers: {
      ...defaults, ...lowerCased(connection?.headers), ...lowerCased(headers),
      ...(body && { ...lowerCased(body.headers), 'content-length': body.bytes.length }),
    },
    ...(url.hostname === 'localhost' && { lookup: loopbackLookup, autoSelectFamily: true }),
    ...connectionOptions(url, connection),
  };
  const sender = url.protocol.startsWith('https') ? requestHttps : requestHttp;
  return (isWithoutProxy(url) ? requestDirectly : sender)(requestedUrl(url), options).end(body?.bytes);
}

/** NO_PROXY may have rules that Go follows, and VS Code does not. */
function isWithoutProxy(url: URL): boolean {
  const noProxy = process.env['NO_PROXY'] || process.env['no_proxy'] || '';
  return socketOf(url) === undefined && proxyException(plainUrl(url), noProxy) === 'more';
}

/** VS Code replaces the functions `request` of both modules, and not this class. */
function requestDirectly(url: URL, options: RequestOptions): ClientRequest {
  const agent = url.protocol === 'https:' ? new HttpsAgent() : false;
  return new ClientRequest({ ...urlToHttpOptions(url), ...options, agent });
}

/** Throws CaptureError if a certificate, key or header cannot be used. */
function begun(options: AnyOptions, trail: Trail): ClientRequest {
  try {
    return send(options);
  } catch (error) {
    throw connectionFailure(error, trail);
  }
}

/** Names in two spellings would be sent twice. */
function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The URL without credentials, which a header has, and with a host that a server behind a socket accepts. */
function requestedUrl(url: URL): URL {
  const plain = withoutCredentials(plainUrl(url));
  return socketOf(url) === undefined ? plain : new URL(`http://localhost${plain.pathname}${plain.search}`);
}

/** The same limit as in Go's http.Client. */
const MAX_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The parts of a request that a redirect changes. */
interface Redirectable {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connection?: Connection;
}

/** The address to which an answer redirects; undefined if it does not. */
function redirectOf({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): string | undefined {
  return REDIRECTS.includes(status) ? headers.location : undefined;
}

/**
 * The options of the next request. Credentials, headers and certificates are used only with the server that they were
 * written for.
 */
function redirectedOptions<T extends Redirectable>(options: T, location: string): T {
  const from = plainUrl(options.url);
  const url = redirectedUrl(from, location);
  const fail = (text: string): CaptureError => new CaptureError('httpStatus', `${serverText(from)} redirects ${text}.`);
  if (url === undefined) throw fail('to an invalid address');
  if (!['http:', 'https:'].includes(url.protocol) && !isSameSocket(from, url)) {
    const path = url.host === '' && url.protocol !== 'file:' ? '' : `//${url.host}${url.pathname}`;
    const target = `${url.protocol}${path}`;
    throw fail(`to ${target.slice(0, 200)}, which is not a web address`);
  }
  const isDowngrade = isFromHttpsToHttp(from, url);
  if (isDowngrade && carriesCredentials(options)) {
    throw fail(`from https to ${url.protocol}//${url.host}, which would send your credentials in the clear`);
  }
  if (hasStrayPercent(url)) throw fail('to an address whose user name or password has a stray %');
  if (!isSameServer(from, url)) return { ...options, url, headers: {}, connection: {} };
  if (!hasCredentials(url)) Object.assign(url, { username: from.username, password: from.password });
  const isInsecure = options.url.protocol === 'https+insecure:';
  return { ...options, url: isInsecure ? new URL(`https+insecure${url.href.slice('https'.length)}`) : url };
}

/** Whether what one server may know may be sent to the other: it is the same host, and not without encryption. */
export function isSameServer(from: URL, to: URL): boolean {
  if (isSameSocket(from, to)) return true;
  const isSocket = [from, to].some(({ protocol }) => protocol === 'http+unix:');
  return !isSocket && from.host === to.host && !isFromHttpsToHttp(from, to);
}

/** No server may choose a socket of this machine: a request to it may do anything, as to that of Docker. */
function isSameSocket(from: URL, to: URL): boolean {
  const socket = socketOf(from);
  return socket !== undefined && socket === socketOf(to);
}

function isFromHttpsToHttp(from: URL, to: URL): boolean {
  return from.protocol.startsWith('https') && to.protocol === 'http:';
}

function redirectedUrl(from: URL, location: string): URL | undefined {
  if (!URL.canParse(location, from)) return undefined;
  const url = new URL(location, from);
  // A server behind a socket may repeat the host of the request.
  const isSocket = socketOf(from) !== undefined && url.host === 'localhost' && url.protocol === 'http:';
  return isSocket ? new URL(`http+unix://${from.host}${url.pathname}${url.search}`) : url;
}

/** The error for a redirect that would lose the body of a POST. */
function lostBody(from: URL, status: number, location: string): CaptureError {
  const to = URL.canParse(location, plainUrl(from)) ? redirectedUrl(plainUrl(from), location) : undefined;
  const target = to === undefined ? 'an invalid address' : `${originOf(to)}${to.pathname}`.slice(0, 200);
  const sentence = `${serverText(from)} redirects to ${target} (status ${status}), which loses the question`;
  return new CaptureError('httpStatus', `${sentence}: write the address to which it redirects, or log in.`);
}

/** The error for a host that redirects more often than the limit. */
function tooManyRedirects(url: URL): CaptureError {
  return new CaptureError('httpStatus', `${serverText(url)} redirects more than ${MAX_REDIRECTS} times.`);
}

function carriesCredentials({ url, headers = {}, connection = {} }: Redirectable): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isSecret = names.includes('authorization') || names.includes('cookie');
  return hasCredentials(url) || isSecret || Object.keys(connection.headers ?? {}).length > 0;
}

/** The URL with https for https+insecure. */
function plainUrl(url: URL): URL {
  return new URL(url.href.replace(/^https\+insecure:/, 'https:'));
}
