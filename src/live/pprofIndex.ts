import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../profile/common/guard';
import { CaptureError } from '../common/captureError';
import { secretParameters } from '../http/addressSecrets';
import { statusFailure, withSecretsHidden, withTexts } from '../http/httpFailure';
import type { Connection } from '../http/connection';
import { type Answer, httpGet } from '../http/httpGet';
import { withOneRetry } from '../http/retryAfter';
import { type PageLink, pageSteps } from './indexPage';
import { WELL_KNOWN, wellKnownWords } from './pprofAddress';

/** A profile that a service offers. */
export interface OfferedProfile {
  readonly name: string;
  readonly url: URL;
  /** The current number of records; undefined if the page does not show it, or the profile has no count. */
  readonly count?: number;
  readonly description: string;
}

const ADVICE = 'write the path of a profile, such as /debug/pprof/heap';
const LIMITS = {
  limitMs: 15_000,
  slowAdvice: ADVICE,
  maxBytes: 4 << 20,
  maxUnpackedBytes: 4 << 20,
};
/** Bytes decoded between two turns of the event loop. */
const SLICE_BYTES = 256 << 10;

/** The names of links on the index page that cannot be fetched as a profile or a trace. */
const NO_PROFILES = ['cmdline', 'symbol'];
/** Limit for the number of profiles in the list. */
const MAX_OFFERED = 500;

export interface PprofIndex {
  readonly profiles: readonly OfferedProfile[];
  /** Whether the service lists these profiles itself; else they are those that net/http/pprof always offers. */
  readonly isListed: boolean;
}

/**
 * Reads a page such as `/debug/pprof/`. Returns the profiles of net/http/pprof if there is no such page (404), or it
 * lists no profiles. Throws like `httpGet`, and CaptureError `httpStatus` for any status but 200 and 404.
 */
export async function readIndex(
  index: URL,
  signal: AbortSignal,
  timeoutMs = LIMITS.limitMs,
  connection?: Connection,
): Promise<PprofIndex> {
  try {
    const get = (url: URL): Promise<Answer> => httpGet({ url, signal, connection, ...LIMITS, limitMs: timeoutMs });
    const getWhenFree = (): Promise<Answer> => withOneRetry(async () => {
      const answer = await get(index);
      if (answer.status === 429 || answer.status === 503) throw statusFailure(answer.url, answer, connection);
      return answer;
    }, signal);
    const first = await getWhenFree();
    // Some routers serve the page only without a slash at the end.
    const answer = first.status === 404 ? await get(withoutSlash(index)) : first;
    if (answer.status !== 200 && answer.status !== 404) throw statusFailure(answer.url, answer, connection);
    const page = answer.status === 200 ? await inSlices(offeredSteps(answer.body, answer.url), signal) : [];
    return page.length > 0 ? { profiles: page, isListed: true } : { profiles: usualProfiles(index), isListed: false };
  } catch (error) {
    throw withSecretsHidden(error instanceof CaptureError ? rewordForIndex(error) : error, index, connection);
  }
}

function withoutSlash(index: URL): URL {
  const url = new URL(index);
  url.pathname = index.pathname.replace(/(?<=[^/])\/$/, '');
  return url;
}

/** Replaces the parts of httpGet's messages that are about profiles. */
function rewordForIndex(error: CaptureError): CaptureError {
  const message = error.message
    .replace(/, too large for a profile|: raise linecost\.limits\.memory if it is a profile/, `: ${ADVICE}`)
    .replace('before the profile was complete', 'before the page was complete');
  return message === error.message ? error : withTexts(error, message);
}

/** The profiles that an index page names, CPU and heap first. */
export function parseIndex(html: string, index: URL): readonly OfferedProfile[] {
  const steps = offeredIn(html, index);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs one step at a time, so that the event loop is not blocked. */
async function inSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
    signal.throwIfAborted();
  }
}

function* offeredSteps(body: Uint8Array, index: URL): Steps<readonly OfferedProfile[]> {
  const decoder = new TextDecoder();
  let html = '';
  for (let offset = 0; offset < body.length; offset += SLICE_BYTES) {
    html += decoder.decode(body.subarray(offset, offset + SLICE_BYTES), { stream: true });
    yield;
  }
  return yield* offeredIn(html + decoder.decode(), index);
}

function* offeredIn(html: string, index: URL): Steps<readonly OfferedProfile[]> {
  const { links, descriptions } = yield* pageSteps(html);
  const profiles = new Map<string, OfferedProfile>();
  let linkCount = 0;
  for (const link of links) {
    if (++linkCount % 100 === 0) yield;
    const offered = offeredBy(link, descriptions, index);
    if (offered === undefined || profiles.has(offered.name)) continue;
    profiles.set(offered.name, offered);
    if (profiles.size === MAX_OFFERED) break;
  }
  const order = Object.keys(WELL_KNOWN);
  const rank = ({ name }: OfferedProfile): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...profiles.values()].sort((a, b) => rank(a) - rank(b));
}

/** The profiles that net/http/pprof always offers. */
export function usualProfiles(index: URL): OfferedProfile[] {
  return Object.entries(WELL_KNOWN).map(([name, description]) => ({ name, description, url: profileUrl(index, name) }));
}

function offeredBy(link: PageLink, descriptions: ReadonlyMap<string, string>, index: URL): OfferedProfile | undefined {
  const { name } = link;
  const url = NO_PROFILES.includes(name) ? undefined : linkedUrl(link, index);
  if (url === undefined) return undefined;
  // The number beside a CPU profile is not a count of records.
  const counted = name === 'profile' ? undefined : link.count;
  const description = firstSentence(descriptions.get(name.toLowerCase()) ?? '') || wellKnownWords(name);
  return { name, url, description, ...(counted !== undefined && { count: counted }) };
}

/** The URL of a link, if it is a profile on the same server. */
function linkedUrl({ href, name }: PageLink, index: URL): URL | undefined {
  const base = baseOf(href, index);
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  // Go advises names that begin with the path of a package.
  const isNamed = name !== '' && decodeURIComponentSafely(url.pathname).endsWith(`/${name}`);
  if (!isNamed || url.host !== index.host || url.protocol !== index.protocol) return undefined;
  // Credentials come from the user, never from the page. A token that the page needs is needed for its links too.
  Object.assign(url, { username: index.username, password: index.password });
  for (const [parameter, value] of secretParameters(index)) {
    if (!url.searchParams.has(parameter)) url.searchParams.set(parameter, value);
  }
  return profileUrl(url, '');
}

/**
 * The URL that a link is relative to. Go's page links to `heap`, which is meant below `/debug/pprof/`, also where a
 * router serves the page at `/debug/pprof`; pages that are made for such a router link to `pprof/heap`.
 */
function baseOf(href: string, index: URL): URL {
  const last = index.pathname.split('/').at(-1) ?? '';
  if (last === '' || last.includes('.') || href.replace(/^\.\//, '').startsWith(`${last}/`)) return index;
  const folder = new URL(index);
  folder.pathname += '/';
  return folder;
}

/** The URL of a profile, without `debug`, which requests text. Other parameters remain, such as a token. */
function profileUrl(base: URL, name: string): URL {
  const url = new URL(base);
  url.searchParams.delete('debug');
  url.pathname += encodeURIComponent(name);
  return url;
}

/** The first sentence of Go's description, whose other sentences are about parameters. */
function firstSentence(words: string): string {
  return (words.split(/\. (?=[A-Z])/, 1)[0] ?? '').replace(/\.$/, '');
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
