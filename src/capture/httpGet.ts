import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { CaptureError } from './contracts';
import { closedFailure, connectionFailure, silenceFailure, type StatusAnswer } from './httpFailure';

/** As Go's http.Client has it. */
const MOST_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface GetOptions {
  /** http, https or https+insecure; credentials in it are sent as basic authentication. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The longest silence: until the answer begins, and then between any two pieces of it. */
  readonly silenceMs: number;
  readonly maxBytes: number;
  /** Called with the bytes received so far. */
  readonly onBytes?: (received: number) => void;
}

export interface Answer extends StatusAnswer {
  /** Where the answer came from after redirects. */
  readonly url: URL;
}

/**
 * GETs a URL, following redirects, and reads the whole answer whatever its status. Throws CaptureError `unreachable`,
 * `closed`, `timedOut`, `notAProfile` (too large) or `httpStatus` (redirects); the signal's reason on abort.
 */
export async function httpGet(options: GetOptions): Promise<Answer> {
  let current = options;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await getOnce(current);
    const { location } = answer.headers;
    if (!REDIRECTS.includes(answer.status) || location === undefined) return answer;
    current = redirected(current, location);
  }
  throw new CaptureError('httpStatus', `${options.url.host} redirects more than ${MOST_REDIRECTS} times.`);
}

/** The next request. Credentials and headers stay with the server they were written for. */
function redirected(options: GetOptions, location: string): GetOptions {
  const from = plainUrl(options.url);
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new CaptureError('httpStatus', `${from.host} redirects to ${location.slice(0, 200)}, which is no web address.`);
  }
  const isDowngrade = from.protocol !== 'http:' && url.protocol === 'http:';
  if (isDowngrade && carriesCredentials(options)) {
    const why = 'which would send your credentials in the clear';
    throw new CaptureError('httpStatus', `${from.host} redirects from https to ${url.protocol}//${url.host}, ${why}.`);
  }
  if (url.host !== from.host || isDowngrade) return { ...options, url, headers: {} };
  if (url.username === '') Object.assign(url, { username: from.username, password: from.password });
  const isInsecure = options.url.protocol === 'https+insecure:';
  return { ...options, url: isInsecure ? new URL(`https+insecure${url.href.slice('https'.length)}`) : url };
}

function carriesCredentials({ url, headers = {} }: GetOptions): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return url.username !== '' || names.includes('authorization') || names.includes('cookie');
}

function plainUrl(url: URL): URL {
  return new URL(url.href.replace(/^https\+insecure:/, 'https:'));
}

async function getOnce(options: GetOptions): Promise<Answer> {
  const { url, maxBytes } = options;
  options.signal.throwIfAborted();
  const { response, body } = await exchange(options);
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = response;
  const isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Such an answer ends where the connection does; only its content can tell whether that was the end.
  if (!isFramed && isGzip(body) && !(await isWholeGzip(body))) throw closedFailure(url, body.length);
  return { url, status, statusText, headers, body: await decoded(body, headers, maxBytes, url) };
}

interface Exchange {
  readonly response: IncomingMessage;
  readonly body: Uint8Array;
}

function exchange({ url, headers = {}, signal, silenceMs, maxBytes, onBytes }: GetOptions): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const finish = (act: () => void): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', onAbort);
      act();
      request.destroy();
    };
    const fail = (error: unknown): void => finish(() => reject(error));
    const onAbort = (): void => fail(signal.reason);
    const onError = (error: unknown): void => fail(connectionFailure(error, url, received));
    const onSilence = (): void => fail(silenceFailure(url, Math.round(silenceMs / 1000), received));
    const request = sender(url)(plainUrl(url), requestOptions(url, headers));
    let silence = setTimeout(onSilence, silenceMs);
    signal.addEventListener('abort', onAbort, { once: true });
    request.on('error', onError);
    request.on('response', (response) => {
      response.on('data', (chunk: Buffer) => {
        clearTimeout(silence);
        silence = setTimeout(onSilence, silenceMs);
        received += chunk.length;
        if (received > maxBytes) return fail(tooLarge(url, maxBytes));
        chunks.push(chunk);
        onBytes?.(received);
      });
      response.on('error', onError);
      response.on('end', () => finish(() => resolve({ response, body: Buffer.concat(chunks, received) })));
      response.on('close', () => fail(closedFailure(url, received)));
    });
    request.end();
  });
}

function sender(url: URL): typeof requestHttp {
  return url.protocol === 'http:' ? requestHttp : requestHttps;
}

function requestOptions(url: URL, headers: Readonly<Record<string, string>>): RequestOptions {
  const insecure = url.protocol === 'https+insecure:' ? { rejectUnauthorized: false } : {};
  return { method: 'GET', agent: false, headers: { accept: '*/*', 'user-agent': 'linecost', ...headers }, ...insecure };
}

function tooLarge({ host }: URL, maxBytes: number): CaptureError {
  const limit = maxBytes >= 1 << 20 ? `${Math.round(maxBytes / (1 << 20))} MB` : `${maxBytes} bytes`;
  return new CaptureError('notAProfile', `The answer of ${host} is larger than ${limit}, too large for a profile.`);
}

/** Undoes a Content-Encoding, which a proxy may add though nobody asked for it. */
async function decoded(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  maxBytes: number,
  url: URL,
): Promise<Uint8Array> {
  if (headers['content-encoding'] !== 'gzip') return body;
  try {
    return await promisify(gunzip)(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url, maxBytes);
    return body;
  }
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks and throws away, piece by piece. */
function isWholeGzip(bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const stream = createGunzip();
    stream.on('data', () => undefined);
    stream.on('end', () => resolve(true));
    stream.on('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'Z_BUF_ERROR'));
    stream.end(bytes);
  });
}
