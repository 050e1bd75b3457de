import { hasCredentials, hasStrayPercent } from './addressSecrets';
import { CaptureError } from '../common/captureError';
import type { HttpResponse } from './httpFailure';

/** The same limit as in Go's http.Client. */
export const MAX_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The parts of a request that a redirect changes. */
interface Redirectable {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address to which an answer redirects; undefined if it does not. */
export function redirectOf({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): string | undefined {
  return REDIRECTS.includes(status) ? headers.location : undefined;
}

/** The options of the next request. Credentials and headers are sent only to the server that they were written for. */
export function redirectedOptions<T extends Redirectable>(options: T, location: string): T {
  const from = plainUrl(options.url);
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
  const fail = (text: string): CaptureError => new CaptureError('httpStatus', `${from.host} redirects ${text}.`);
  if (url === undefined) throw fail('to an invalid address');
  if (!['http:', 'https:'].includes(url.protocol)) {
    const path = url.host === '' && url.protocol !== 'file:' ? '' : `//${url.host}${url.pathname}`;
    const target = `${url.protocol}${path}`;
    throw fail(`to ${target.slice(0, 200)}, which is not a web address`);
  }
  const isDowngrade = from.protocol !== 'http:' && url.protocol === 'http:';
  if (isDowngrade && carriesCredentials(options)) {
    throw fail(`from https to ${url.protocol}//${url.host}, which would send your credentials in the clear`);
  }
  if (hasStrayPercent(url)) throw fail('to an address whose user name or password has a stray %');
  if (url.host !== from.host || isDowngrade) return { ...options, url, headers: {} };
  if (!hasCredentials(url)) Object.assign(url, { username: from.username, password: from.password });
  const isInsecure = options.url.protocol === 'https+insecure:';
  return { ...options, url: isInsecure ? new URL(`https+insecure${url.href.slice('https'.length)}`) : url };
}

/** The error for a host that redirects more often than the limit. */
export function tooManyRedirects({ host }: URL): CaptureError {
  return new CaptureError('httpStatus', `${host} redirects more than ${MAX_REDIRECTS} times.`);
}

function carriesCredentials({ url, headers = {} }: Redirectable): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return hasCredentials(url) || names.includes('authorization') || names.includes('cookie');
}

/** The URL with https for https+insecure. */
export function plainUrl(url: URL): URL {
  return new URL(url.href.replace(/^https\+insecure:/, 'https:'));
}
