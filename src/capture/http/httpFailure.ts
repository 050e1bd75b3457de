import type { IncomingHttpHeaders } from 'node:http';
import { hideSecrets } from './addressSecrets';
import { CaptureError } from '../contracts';

/** Limits for a server's own text, in a message and in the output channel. */
const MAX_QUOTED = 200;
const MAX_DETAIL = 4096;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** Why a connection failed after `received` bytes of the answer. */
export function connectionFailure(error: unknown, url: URL, received: number): CaptureError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const fail = (text: string): CaptureError => new CaptureError('unreachable', text, undefined, `${code} ${message}`);
  const { host, hostname } = url;
  if (code === 'ECONNREFUSED') return fail(`Nothing is listening at ${host}: is the program running, and on that port?`);
  if (code === 'ENOTFOUND') return fail(`There is no host ${hostname}.`);
  if (code === 'EAI_AGAIN') return fail(`The host ${hostname} cannot be looked up: is there a network connection?`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return closedFailure(url, received);
  if (/CERT|SIGNED|ALTNAME|UNABLE_TO_|TRUST/.test(code)) {
    return fail(`The certificate of ${host} is not trusted (${message.slice(0, 200)}): write https+insecure:// if you trust it.`);
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return fail(`${host} does not speak https: write http://.`);
  if (code === 'HPE_HEADER_OVERFLOW') return fail(`${host} sends more headers than Linecost reads: is it the right service?`);
  if (code.startsWith('HPE_')) return fail(`${host} does not speak http: check the port, or try https://.`);
  return fail(`${host} cannot be reached (${code || message}).`);
}

export function closedFailure({ host }: URL, received: number): CaptureError {
  const what = received === 0 ? 'without an answer' : `after ${received} bytes, before the profile was whole`;
  return new CaptureError('closed', `${host} closed the connection ${what}.`);
}

/** The failure for the time limit; `advice` is for a server that was still sending. */
export function timeFailure({ url, received }: Download, seconds: number, advice: string): CaptureError {
  const fail = (text: string): CaptureError => new CaptureError('timedOut', `${url.host} ${text}.`);
  if (received > 0) return fail(`sent ${received} bytes in ${seconds} s and was not done: ${advice}`);
  return fail(`did not answer within ${seconds} s: check that the program still runs and is not stopped`);
}

interface Download {
  readonly url: URL;
  readonly received: number;
}

/** The server asks for a user name and a password. */
export class UnauthorizedError extends CaptureError {}

/**
 * The failure for a status other than 200. pprof marks its own texts with X-Go-Pprof; other error pages are ignored.
 */
export function statusFailure(url: URL, { status, statusText, headers, body }: StatusAnswer): CaptureError {
  const words = new TextDecoder().decode(body).trim();
  const isPlain = /text\/plain|^$/.test(headers['content-type'] ?? '') && !CONTROL.test(words.slice(0, MAX_QUOTED));
  const firstLine = isPlain ? (words.split(/\r?\n/, 1)[0] ?? '').slice(0, MAX_QUOTED) : '';
  const reason = headers['x-go-pprof'] !== undefined && firstLine !== '' ? firstLine : adviceFor(status, firstLine);
  const answer = `${url.host}${url.pathname} answers ${status} ${statusText}`.trim();
  const sentence = reason === '' ? answer : `${answer}: ${reason}`;
  const end = /[.?!]$/.test(sentence) ? '' : '.';
  const kind = status === 401 ? UnauthorizedError : CaptureError;
  return new kind('httpStatus', `${sentence}${end}`, undefined, words.slice(0, MAX_DETAIL));
}

/** The same failure without the secrets of the requested address. */
export function discreet(error: unknown, asked: URL): unknown {
  if (!(error instanceof CaptureError)) return error;
  const { failure, location, detail } = error;
  const message = hideSecrets(error.message, asked);
  const hidden = detail && hideSecrets(detail, asked);
  if (message === error.message && hidden === detail) return error;
  const kind = error instanceof UnauthorizedError ? UnauthorizedError : CaptureError;
  return new kind(failure, message, location, hidden);
}

export interface StatusAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

function adviceFor(status: number, firstLine: string): string {
  if (/HTTP request to an HTTPS server/.test(firstLine)) return 'write https://';
  if (status === 404) return 'does the program serve net/http/pprof there?';
  if (status === 401 || status === 403) return 'write credentials as http://user:password@host/path';
  return firstLine;
}
