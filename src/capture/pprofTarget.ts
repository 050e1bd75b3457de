import { CaptureError } from './contracts';

export interface PprofTarget {
  /** http, https, or https+insecure (https without a look at the certificate), as `go tool pprof` has it. */
  readonly url: URL;
  /** Whether the URL is the page that lists what a service offers, rather than a profile. */
  readonly isIndex: boolean;
}

const INDEX_PATH = '/debug/pprof/';
const SCHEMES = ['http:', 'https:', 'https+insecure:'];

/**
 * Reads an address as `go tool pprof` takes it: `localhost:6060`, `:6060`, `host/path`, `http://…/debug/pprof/heap`,
 * `https+insecure://…`. An address without a path means the index there (pprof would take a CPU profile). The whole
 * command line, as people keep it in their notes, is taken as well. Throws CaptureError `badTarget`.
 */
export function parseTarget(text: string): PprofTarget {
  const address = withoutCommand(text.trim()).replace(/^(["'])(.*)\1$/, '$2');
  if (address === '') throw badTarget('Write an address such as localhost:6060 or http://host/debug/pprof/heap.');
  if (/^(file:|~|\.{0,2}[\\/](?!\/)|[A-Za-z]:[\\/])/.test(address)) {
    throw badTarget(`${address} is a file: open it with "Linecost: Open Profile File…".`);
  }
  const url = parseUrl(withScheme(address));
  if (url === undefined || url.hostname === '') throw badTarget(`${address} is no address: write host:port or a URL.`);
  if (!SCHEMES.includes(url.protocol)) throw badTarget(`Profiles come over http or https, not over ${url.protocol}//.`);
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
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function badTarget(message: string): CaptureError {
  return new CaptureError('badTarget', message);
}

/** Seconds that the URL asks for; undefined: none, or no number. */
export function secondsOf(url: URL): number | undefined {
  const seconds = Number.parseInt(url.searchParams.get('seconds') ?? '', 10);
  return Number.isNaN(seconds) || seconds <= 0 ? undefined : seconds;
}

/** Whether the profile is taken over a time that the URL does not say (a CPU profile, by default 30 s). */
export function needsSeconds(url: URL): boolean {
  return isTimed(url) && secondsOf(url) === undefined;
}

/** Whether the server measures for a while before it answers. */
export function isTimed(url: URL): boolean {
  return /\/(profile|fgprof)\/?$/.test(url.pathname);
}
