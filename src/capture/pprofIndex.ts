import { statusFailure } from './httpFailure';
import { httpGet } from './httpGet';

/** A profile that a service offers. */
export interface OfferedProfile {
  readonly name: string;
  readonly url: URL;
  /** How many records it has now; undefined where that is not said, or is nothing to count. */
  readonly count?: number;
  readonly description: string;
}

const SILENCE_MS = 10_000;
const MAX_BYTES = 4 << 20;

/** What net/http/pprof has always offered, in the order in which people look for it. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  profile: 'CPU profile: where the time goes',
  heap: 'Memory allocations of live objects, sampled',
  allocs: 'All past memory allocations, sampled',
  goroutine: 'Stack traces of all current goroutines',
  mutex: 'Stack traces of holders of contended mutexes',
  block: 'Stack traces that led to blocking on synchronization primitives',
  threadcreate: 'Stack traces that led to the creation of new OS threads',
};
/** On the same page, but no profiles. */
const NO_PROFILES = ['cmdline', 'symbol', 'trace'];

/**
 * Reads the page at `/debug/pprof/`. Where there is none (404), or none that names profiles, gives those that
 * net/http/pprof always has. Throws CaptureError `unreachable`, `closed`, `timedOut` or `httpStatus`; the signal's
 * reason on abort.
 */
export async function readIndex(index: URL, signal: AbortSignal): Promise<readonly OfferedProfile[]> {
  const answer = await httpGet({ url: index, signal, silenceMs: SILENCE_MS, maxBytes: MAX_BYTES });
  if (answer.status !== 200 && answer.status !== 404) throw statusFailure(answer.url, answer);
  const page = answer.status === 200 ? parseIndex(new TextDecoder().decode(answer.body), answer.url) : [];
  return page.length > 0 ? page : wellKnown(index);
}

function wellKnown(index: URL): OfferedProfile[] {
  return Object.entries(WELL_KNOWN).map(([name, description]) => ({ name, description, url: profileUrl(index, name) }));
}

/**
 * The profiles that an index page names, CPU and heap first. Pages differ by Go's release and by framework, so only
 * this is asked of one: links whose text is the last part of their path, a count somewhere before, and items
 * `name: description`.
 */
export function parseIndex(html: string, index: URL): readonly OfferedProfile[] {
  const found = new Map<string, OfferedProfile>();
  let end = 0;
  for (const link of html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>([^<]*)<\/a>/gi)) {
    const between = plainText(html.slice(end, link.index));
    end = link.index + link[0].length;
    const name = plainText(link[4] ?? '').trim();
    const url = linkedUrl(plainText(link[1] ?? link[2] ?? link[3] ?? ''), name, index);
    if (url === undefined || found.has(name) || NO_PROFILES.includes(name)) continue;
    // A CPU profile does not exist before it is asked for.
    const counted = name === 'profile' ? undefined : /(\d+)\D*$/.exec(between)?.[1];
    const count = counted === undefined ? {} : { count: Number(counted) };
    found.set(name, { name, url, description: describe(html, name), ...count });
  }
  const order = Object.keys(WELL_KNOWN);
  const rank = ({ name }: OfferedProfile): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** The URL behind a link, if that is a profile of the same server. */
function linkedUrl(href: string, name: string, index: URL): URL | undefined {
  if (!URL.canParse(href, index)) return undefined;
  const url = new URL(href, index);
  const last = decodeURIComponentSafely(url.pathname.split('/').at(-1) ?? '');
  if (name === '' || last !== name || url.host !== index.host || url.protocol !== index.protocol) return undefined;
  return profileUrl(url, '');
}

/** Without `debug`, which asks for text; other parameters may be a service's own, such as a token. */
function profileUrl(base: URL, name: string): URL {
  const url = new URL(base);
  url.searchParams.delete('debug');
  url.pathname += encodeURIComponent(name);
  return url;
}

function describe(html: string, name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const item = new RegExp(`<li>\\s*(?:<[^>]*>\\s*)*${escaped}:\\s*(?:<[^>]*>\\s*)*([^<]*)`, 'i').exec(html);
  const words = plainText(item?.[1] ?? '').trim();
  // Of Go's descriptions the first sentence says what it is; the rest is about parameters.
  return words === '' ? (WELL_KNOWN[name] ?? '') : (words.split(/\. (?=[A-Z])/, 1)[0] ?? '').replace(/\.$/, '');
}

function plainText(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'" };
  return html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
