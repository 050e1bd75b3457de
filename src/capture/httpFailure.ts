import type { IncomingHttpHeaders } from 'node:http';
import { CaptureError } from './contracts';

/** Why no connection came about, or none that was of use; `received` bytes of the answer had come. */
export function connectionFailure(error: unknown, url: URL, received: number): CaptureError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const fail = (text: string): CaptureError => new CaptureError('unreachable', text, undefined, `${code} ${message}`);
  const { host, hostname } = url;
  if (code === 'ECONNREFUSED') return fail(`Nothing listens at ${host}: is the program running, and on that port?`);
  if (code === 'ENOTFOUND') return fail(`There is no host ${hostname}.`);
  if (code === 'EAI_AGAIN') return fail(`The host ${hostname} cannot be looked up: is the network there?`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return closedFailure(url, received);
  if (/CERT|SIGNED|ALTNAME|UNABLE_TO_|TRUST/.test(code)) {
    return fail(`The certificate of ${host} is not trusted (${message}): write https+insecure:// if you trust it.`);
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return fail(`${host} does not speak https: write http://.`);
  if (code.startsWith('HPE_')) return fail(`${host} does not speak http: is it another port, or https?`);
  return fail(`${host} cannot be reached (${code || message}).`);
}

export function closedFailure({ host }: URL, received: number): CaptureError {
  const what = received === 0 ? 'without an answer' : `after ${received} bytes, before the profile was whole`;
  return new CaptureError('closed', `${host} closed the connection ${what}.`);
}

export function silenceFailure({ host }: URL, seconds: number, received: number): CaptureError {
  const what = received === 0 ? 'did not answer within' : `sent ${received} bytes and then nothing for`;
  return new CaptureError('timedOut', `${host} ${what} ${seconds} s.`);
}

/** An answer other than 200. pprof marks its own words with X-Go-Pprof; others' error pages are not worth reading. */
export function statusFailure(url: URL, { status, statusText, headers, body }: StatusAnswer): CaptureError {
  const words = new TextDecoder().decode(body).trim();
  const isPlain = /text\/plain|^$/.test(headers['content-type'] ?? '');
  const said = isPlain ? (words.split(/\r?\n/, 1)[0] ?? '') : '';
  const reason = headers['x-go-pprof'] !== undefined && said !== '' ? said : adviceFor(status, said);
  const answer = `${url.host}${url.pathname} answers ${status} ${statusText}`.trim();
  const sentence = reason === '' ? answer : `${answer}: ${reason}`;
  const end = /[.?!]$/.test(sentence) ? '' : '.';
  return new CaptureError('httpStatus', `${sentence}${end}`, undefined, words.slice(0, 4096));
}

export interface StatusAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

function adviceFor(status: number, said: string): string {
  if (/HTTP request to an HTTPS server/.test(said)) return 'write https://';
  if (status === 404) return 'does the program serve net/http/pprof there?';
  if (status === 401 || status === 403) return 'write credentials as http://user:password@host/…';
  return said.slice(0, 200);
}
