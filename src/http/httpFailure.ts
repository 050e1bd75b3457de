import type { IncomingHttpHeaders } from 'node:http';
import { hideSecrets } from './addressSecrets';
import { certificateFailure } from './certificateFailure';
import { type Connection, secretsOf, serverText, socketOf } from './connection';
import { SERVICE_WORDS, type ServerWords, UNREACHABLE } from './serverWords';
import { CaptureError, type CaptureFailure, isCaptureError } from '../common/captureError';
import { plural } from '../profile/text/counts';

/** Limit for a server's text in a message, in characters. */
const MAX_QUOTED = 200;
/** Limit for a server's text in the output channel, in characters. */
const MAX_DETAIL = 4096;
const ENCODING_ADVICE = 'turn off compression on the server';
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** A request, and what messages say about its server. */
export interface Asked {
  readonly url: URL;
  readonly words?: ServerWords;
}

/** The progress of a request. */
export interface Trail extends Asked {
  /** Of the last redirect. */
  url: URL;
  /** Bytes of the response received, as sent. */
  received: number;
}

/** The error for a connection that failed. */
export function connectionFailure(error: unknown, trail: Readonly<Trail>): CaptureError {
  const { url, words = SERVICE_WORDS } = trail;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const fail = (text: string): CaptureError => new CaptureError('unreachable', text, undefined, `${code} ${message}`);
  const { hostname } = url;
  const host = serverText(url);
  const socket = socketOf(url);
  if (socket !== undefined && (code === 'ENOENT' || code === 'ECONNREFUSED')) {
    return fail(`Nothing is listening on ${socket}: check the path, and that the program is running.`);
  }
  if (socket !== undefined && code === 'EACCES') return fail(`You have no permission to use the socket ${socket}.`);
  const proxy = proxyIn(error as NodeJS.ErrnoException, url);
  if (proxy !== undefined) return fail(`The proxy ${proxy} for ${host} cannot be reached: check http.proxy in the settings.`);
  if (code === 'ECONNREFUSED') return fail(`Nothing is listening on ${host}: check the port, and that the program is running.`);
  if (code === 'ENOTFOUND') return fail(`Host ${hostname} not found: check the name.`);
  if (code === 'EAI_AGAIN') return fail(`Cannot resolve host ${hostname}: check your network connection.`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return closedFailure(trail);
  const ofCertificate = certificateFailure(error as NodeJS.ErrnoException, host, words);
  if (ofCertificate !== undefined) return fail(ofCertificate);
  if (code === 'ERR_INVALID_CHAR') return fail(`A header for ${host} has a character that headers cannot have.`);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return fail(`${host} does not support HTTPS: use http://.`);
  if (code === 'HPE_HEADER_OVERFLOW') return fail(`The response headers of ${host} are too large: check the address.`);
  if (code.startsWith('HPE_')) return fail(`${host} is not an HTTP server: check the port, or try https://.`);
  return fail(`${host} cannot be reached (${code || message}).`);
}

/** The proxy that could not be reached, if an error is not about the server itself. */
function proxyIn(error: NodeJS.ErrnoException, url: URL): string | undefined {
  const { code, address, port, hostname } = error as NodeJS.ErrnoException & Partial<Record<'address' | 'hostname', string>> & { port?: number };
  if (socketOf(url) !== undefined) return undefined;
  if (code === 'ENOTFOUND' && hostname !== undefined) return hostname === url.hostname ? undefined : hostname;
  const own = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  return code === 'ECONNREFUSED' && port !== undefined && port !== own ? `${address}:${port}` : undefined;
}

/** The error for a connection that the server closed too early. */
export function closedFailure({ url, received, words = SERVICE_WORDS }: Readonly<Trail>): CaptureError {
  const whole = `before the ${words.content} was complete`;
  const when = received === 0 ? 'without a response' : `after ${bytesText(received)}, ${whole}`;
  return new CaptureError('closed', `${serverText(url)} closed the connection ${when}.`);
}

/** The error for a request over its time limit. The message ends with `advice` if a part of the response arrived. */
export function timeoutFailure(
  { url, received, words = SERVICE_WORDS }: Readonly<Trail>,
  seconds: number,
  advice: string,
): CaptureError {
  const fail = (text: string): CaptureError => new CaptureError('timedOut', `${serverText(url)} ${text}.`);
  if (received > 0) return fail(`did not finish within ${seconds} s (${bytesText(received)} received): ${advice}`);
  return fail(`did not respond within ${seconds} s: ${words.silent}`);
}

const bytesText = (count: number): string => `${count} ${plural('byte', count)}`;

/** The failure of a request that the server answered with another status than 200. */
export class StatusError extends CaptureError {
  /** @param retryAfterMs after how long the server asks to come back; undefined if it does not */
  constructor(
    readonly status: number,
    readonly retryAfterMs: number | undefined,
    ...parts: ConstructorParameters<typeof CaptureError>
  ) {
    super(...parts);
  }
}

const OF_ACCESS: readonly CaptureFailure[] = ['badAddress', 'unreachable', 'closed', 'notAProfile'];
const STATUSES_OF_ACCESS = [401, 403, 404];

/** Whether a change of a saved server's address, credentials or certificates may be the remedy. */
export function isOfAccess(error: unknown): boolean {
  if (error instanceof StatusError) return STATUSES_OF_ACCESS.includes(error.status);
  return isCaptureError(error) && OF_ACCESS.includes(error.failure);
}

/** What keeps the user from a server that failed, in two words for its row. */
export function obstacleOf(error: unknown): string {
  if ([401, 403, 407].some((status) => hasStatus(error, status))) return 'access refused';
  const hasAnswered = error instanceof StatusError || (isCaptureError(error) && error.failure === 'notAProfile');
  return hasAnswered ? 'unexpected answer' : UNREACHABLE;
}

/** Whether the server answered with this status. */
export function hasStatus(error: unknown, status: number): error is StatusError {
  return error instanceof StatusError && error.status === status;
}

/**
 * The error for a status other than 200. The message quotes the server if it is net/http/pprof, which marks its errors
 * with X-Go-Pprof; else it gives advice for the status, or quotes the first line of a plain text.
 * @param connection that of a saved service
 */
export function statusFailure(
  url: URL,
  { status, statusText, headers, body }: HttpResponse,
  connection?: Connection,
): StatusError {
  const text = new TextDecoder().decode(body).trim();
  const isPlain = /text\/plain|^$/.test(headers['content-type'] ?? '') && !CONTROL.test(text.slice(0, MAX_QUOTED));
  const firstLine = isPlain ? (text.split(/\r?\n/, 1)[0] ?? '').slice(0, MAX_QUOTED) : '';
  const retryAfterMs = retryAfterOf({ status, headers });
  const ofGo = headers['x-go-pprof'] !== undefined && firstLine !== '' ? firstLine : undefined;
  const isSaved = connection !== undefined;
  const advice = () => reasonFor(status, firstLine, isSaved);
  const reason = ofGo ?? (retryAfterMs === undefined ? advice() : busyReason(retryAfterMs));
  const detail = text.slice(0, MAX_DETAIL);
  if (/cpu profiling already in use/.test(reason)) {
    const message = `Another CPU profile of ${serverText(url)} is being taken. Try again when it has ended.`;
    return new StatusError(status, undefined, 'profilerInUse', message, undefined, detail);
  }
  const response = `${serverText(url)}${url.pathname} responded with ${status} ${statusText}`.trim();
  const sentence = reason === '' ? response : `${response}: ${reason}`;
  const end = /[.?!]$/.test(sentence) ? '' : '.';
  return new StatusError(status, retryAfterMs, 'httpStatus', `${sentence}${end}`, undefined, detail);
}

/** Milliseconds from now until a busy server wants to be asked again; undefined if it does not say. */
export function retryAfterOf({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): number | undefined {
  return status === 429 || status === 503 ? retryAfter(headers['retry-after']) : undefined;
}

/** Milliseconds from now until the time in a Retry-After header: seconds, or a date. */
function retryAfter(text = ''): number | undefined {
  const millis = /^\s*\d{1,9}\s*$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isNaN(millis) ? undefined : Math.max(0, millis);
}

export function busyReason(retryAfterMs: number): string {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return `it is too busy, and asks to come back in ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}`;
}

/**
 * Returns the error with the secrets of the requested URL hidden in its texts.
 * @param connection the one of the request, whose secrets are hidden too
 */
export function withSecretsHidden(error: unknown, url: URL, connection: Connection | undefined): unknown {
  if (!(error instanceof CaptureError)) return error;
  const secrets = secretsOf(connection ?? {});
  const message = hideSecrets(error.message, url, secrets);
  const detail = error.detail && hideSecrets(error.detail, url, secrets);
  return message === error.message && detail === error.detail ? error : withTexts(error, message, detail);
}

/** The same failure with other texts. */
export function withTexts(error: CaptureError, message: string, detail = error.detail): CaptureError {
  const { failure, location } = error;
  if (error instanceof StatusError) {
    return new StatusError(error.status, error.retryAfterMs, failure, message, location, detail);
  }
  return new CaptureError(failure, message, location, detail);
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

function reasonFor(status: number, firstLine: string, isSaved: boolean): string {
  if (/HTTP request to an HTTPS server/.test(firstLine)) return 'use https://';
  if (status === 404) return 'does the program import net/http/pprof and serve it at this path?';
  if (status === 407) return 'the proxy wants credentials: add them to http.proxy in the settings';
  if (status === 401 || status === 403) {
    return isSaved ? '"Edit Service…" has its credentials and headers' : 'add credentials, as in http://user:password@host/path';
  }
  return firstLine;
}

/** The error for a response of more than `maxBytes`. */
export function tooLargeFailure({ url, words = SERVICE_WORDS }: Asked, maxBytes: number): CaptureError {
  const sentence = `The response from ${serverText(url)} is larger than ${sizeText(maxBytes)}`;
  return new CaptureError('notAProfile', `${sentence}, ${words.tooLarge}.`);
}

/** The error for a response that unpacks to more than `maxBytes`. */
export function unpackedSizeFailure(url: URL, maxBytes: number): CaptureError {
  const sentence = `The response from ${serverText(url)} unpacks to more than ${sizeText(maxBytes)}`;
  return new CaptureError('notAProfile', `${sentence}: raise linecost.limits.memory if it is a profile.`);
}

/** The error for a response that does not have the encoding that its header names. */
export function damagedEncoding(url: URL, encoding: string): CaptureError {
  const sentence = `${serverText(url)} sent a response with Content-Encoding ${encoding} that cannot be unpacked`;
  return new CaptureError('notAProfile', `${sentence}: ${ENCODING_ADVICE}.`);
}

/** The error for an encoding that Linecost does not know. */
export function unknownEncoding(url: URL, encoding: string): CaptureError {
  const sentence = `${serverText(url)} sent a response with Content-Encoding ${encoding.slice(0, 40)}, which Linecost cannot read`;
  return new CaptureError('notAProfile', `${sentence}: ${ENCODING_ADVICE}.`);
}

function sizeText(bytes: number): string {
  return bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MB` : `${bytes} bytes`;
}
