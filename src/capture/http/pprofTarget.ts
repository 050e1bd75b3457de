import { hasStrayPercent, withoutSecrets } from './addressSecrets';
import { CaptureError } from '../captureError';

/**
 * The address of a target without possible secrets, in the shortest form that `parseTarget` reads: `localhost:6060`,
 * `http://host/debug/pprof/heap`.
 */
export function plainAddress({ url }: Pick<PprofTarget, 'url'>): string {
  const { href, protocol, host, pathname, search } = withoutSecrets(url);
  const isHost = protocol === 'http:' && pathname === INDEX_PATH && search === '';
  return isHost ? host : href;
}

export interface PprofTarget {
  /** http, https, or https+insecure (https without checking the certificate), as in `go tool pprof`. */
  readonly url: URL;
  /** Whether the URL is the page that lists what a service offers, rather than a profile. */
  readonly isIndex: boolean;
}

const INDEX_PATH = '/debug/pprof/';
/** The message for an @ after the host: an unescaped / ? or # in a password puts the rest of the password there. */
const STRAY_AT = 'There is an @ after the host: write / ? # in a password as %2F %3F %23, and @ in a path as %40.';
const SCHEMES = ['http:', 'https:', 'https+insecure:'];

/**
 * Reads an address in the forms of `go tool pprof`: `localhost:6060`, `:6060`, `host/path`,
 * `http://…/debug/pprof/heap`, `https+insecure://…`, or a whole `go tool pprof` command line. An address without a path
 * means the index page (pprof would take a CPU profile). Throws CaptureError `badTarget`, whose message does not repeat
 * the address, because the address may contain a password.
 */
export function parseTarget(text: string): PprofTarget {
  const address = withoutCommand(text.trim()).replace(/^(["'])(.*)\1$/, '$2');
  if (address === '') throw badTarget('Enter an address such as localhost:6060 or http://host/debug/pprof/heap.');
  if (/^(file:|~|\.{0,2}[\\/](?!\/)|[A-Za-z]:[\\/])/.test(address)) {
    throw badTarget(`This is a file: open it with "Linecost: Open Profile File…".`);
  }
  const url = parseUrl(withScheme(address));
  if (url === undefined || url.hostname === '') throw badTarget('Invalid address: enter host:port or a URL.');
  if (!SCHEMES.includes(url.protocol)) throw badTarget(`Profiles are fetched over http or https, not over ${url.protocol}//.`);
  if (`${url.pathname}${url.search}${url.hash}`.includes('@')) throw badTarget(STRAY_AT);
  if (hasStrayPercent(url)) throw badTarget('The user name or password has a stray %: write it as %25.');
  url.hash = '';
  if (/^\/?$/.test(url.pathname)) url.pathname = INDEX_PATH;
  if (url.pathname.endsWith('/debug/pprof')) url.pathname += '/';
  return { url, isIndex: url.pathname.endsWith(INDEX_PATH) };
}

function withoutCommand(text: string): string {
  return /^go tool pprof\s/.test(text) ? (text.split(/\s+/).at(-1) ?? '') : text;
}

function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address;
  const plain = address.replace(/^\/\//, '');
  if (/^\d{1,5}(\/|$)/.test(plain)) return `http://localhost:${plain}`;
  return plain.startsWith(':') ? `http://localhost${plain}` : `http://${plain}`;
}

function parseUrl(text: string): URL | undefined {
  // URL checks the host only for schemes that it knows.
  const checked = text.replace(/^https\+insecure:/i, 'https:');
  return URL.canParse(text) && URL.canParse(checked) ? new URL(text) : undefined;
}

function badTarget(message: string): CaptureError {
  return new CaptureError('badTarget', message);
}

/** The URL's `seconds`; undefined if unset, or not a positive whole number: net/http/pprof ignores other values. */
export function secondsOf(url: URL): number | undefined {
  const text = url.searchParams.get('seconds') ?? '';
  return /^\+?\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** Whether the server chooses the duration because the URL does not set one (30 s for a CPU profile). */
export function needsSeconds(url: URL): boolean {
  return isTimed(url) && secondsOf(url) === undefined;
}

/** Whether the server measures before it answers even if the URL has no `seconds`. */
export function isTimed(url: URL): boolean {
  return /\/(profile|fgprof)\/?$/.test(url.pathname);
}
