import { hasStrayPercent, withoutSecrets } from '../http/addressSecrets';
import { CaptureError } from '../common/captureError';
import { socketOf } from '../http/connection';

/**
 * The address of a target without possible secrets, in the shortest form that `parseAddress` reads: `localhost:6060`,
 * `http://host/debug/pprof/heap`.
 */
export function plainAddress({ url }: Pick<PprofAddress, 'url'>): string {
  const { href, protocol, host, pathname, search } = withoutSecrets(url);
  const isHost = protocol === 'http:' && pathname === INDEX_PATH && search === '';
  return isHost ? host : href;
}

export interface PprofAddress {
  /**
   * http, https, or https+insecure (https without checking the certificate), as in `go tool pprof`; or http+unix, with
   * the path of a socket as its host: `http+unix://%2Frun%2Fapi.sock/debug/pprof/`.
   */
  readonly url: URL;
  /** Whether the URL is the page that lists what a service offers, rather than a profile. */
  readonly isIndex: boolean;
}

const INDEX_PATH = '/debug/pprof/';
/** The message for an @ after the host: an unescaped / ? or # in a password puts the rest of the password there. */
const STRAY_AT = 'There is an @ after the host: write / ? # in a password as %2F %3F %23, and @ in a path as %40.';
const SCHEMES = ['http:', 'https:', 'https+insecure:', 'http+unix:'];

/**
 * Reads an address in the forms of `go tool pprof`: `localhost:6060`, `:6060`, `host/path`,
 * `http://…/debug/pprof/heap`, `https+insecure://…`, `unix:/run/api.sock`, or a whole `go tool pprof` command line. An
 * address without a path means the index page (pprof would take a CPU profile). Throws CaptureError `badAddress`, whose
 * message does not repeat the address, because the address may contain a password.
 */
export function parseAddress(text: string): PprofAddress {
  const address = withoutCommand(text.trim()).replace(/^(["'])(.*)\1$/, '$2');
  if (address === '') throw badAddress('Enter an address such as localhost:6060 or http://host/debug/pprof/heap.');
  if (/^(file:|~|\.{0,2}[\\/](?!\/)|[A-Za-z]:[\\/])/.test(address)) {
    throw badAddress(`This is a file: open it with "Linecost: Open Profile File…".`);
  }
  const url = parseUrl(withScheme(address));
  if (url === undefined || url.hostname === '') throw badAddress('Invalid address: enter host:port or a URL.');
  if (!SCHEMES.includes(url.protocol)) throw badAddress(`Profiles are fetched over http or https, not over ${url.protocol}//.`);
  if (`${url.pathname}${url.search}${url.hash}`.includes('@')) throw badAddress(STRAY_AT);
  if (hasStrayPercent(url)) throw badAddress('The user name or password has a stray %: write it as %25.');
  url.hash = '';
  if (/^\/?$/.test(url.pathname)) url.pathname = INDEX_PATH;
  if (url.pathname.endsWith('/debug/pprof')) url.pathname += '/';
  return { url, isIndex: isIndexPath(url.pathname) };
}

/** Whether a path is a folder's, unless it is a profile with a slash at its end, as in `/debug/pprof/heap/`. */
function isIndexPath(path: string): boolean {
  return path.endsWith('/') && !/\/debug\/pprof\/[^/]+\/$/.test(path) && !isProfileName(path.split('/').at(-2) ?? '');
}

function withoutCommand(text: string): string {
  return /^go tool pprof\s/.test(text) ? (text.split(/\s+/).at(-1) ?? '') : text;
}

function withScheme(address: string): string {
  const [socketScheme] = /^(?:http\+)?unix:(?:\/\/)?(?=\/(?!\/))/i.exec(address) ?? [];
  if (socketScheme !== undefined) return withSocket(address.slice(socketScheme.length));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address;
  const plain = address.replace(/^\/\//, '');
  if (/^\d{1,5}(\/|$)/.test(plain)) return `http://localhost:${plain}`;
  return plain.startsWith(':') ? `http://localhost${plain}` : `http://${plain}`;
}

/** `/run/api.sock:/debug/pprof/`, as curl and Docker write it, or `/run/api.sock`. */
function withSocket(text: string): string {
  const [, socket = text, path = ''] = /^(.*?\.sock(?:et)?|[^:]*)(?::?(\/.*))?$/.exec(text) ?? [];
  return `http+unix://${encodeURIComponent(socket)}${path}`;
}

function parseUrl(text: string): URL | undefined {
  // URL checks the host only for schemes that it knows.
  const checked = text.replace(/^https\+insecure:/i, 'https:');
  if (!URL.canParse(text) || !URL.canParse(checked)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http+unix:' && socketOf(url) === undefined ? undefined : url;
}

function badAddress(message: string): CaptureError {
  return new CaptureError('badAddress', message);
}

/** The profiles that net/http/pprof always offers, the most useful first, with their descriptions. */
export const WELL_KNOWN: Readonly<Record<string, string>> = {
  profile: 'CPU profile: where the time goes',
  heap: 'Memory allocations of live objects, sampled',
  allocs: 'All past memory allocations, sampled',
  goroutine: 'Stack traces of all current goroutines',
  mutex: 'Stack traces of holders of contended mutexes',
  block: 'Stack traces that led to blocking on synchronization primitives',
  threadcreate: 'Stack traces that led to the creation of new OS threads',
};

const OTHERS: Readonly<Record<string, string>> = {
  trace: 'Execution trace, for go tool trace',
  fgprof: 'Time on and off the CPU',
};

/** What a profile of this name contains; empty if the name is not known. */
export function wellKnownWords(name: string): string {
  return Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : Object.hasOwn(OTHERS, name) ? OTHERS[name] : '';
}

/** Whether the last part of a path names a profile or trace of net/http/pprof or fgprof. */
function isProfileName(name: string): boolean {
  return wellKnownWords(name) !== '';
}
