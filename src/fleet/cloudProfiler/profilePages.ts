import { CaptureError } from '../../common/captureError';
import { isCount, isObject, isText, listOf, optional, recordOf, shape } from '../../profile/common/shapes';
import { type Connection, serverText } from '../../http/connection';
import { withSecretsHidden } from '../../http/httpFailure';
import { type Answer, httpGet } from '../../http/httpGet';
import { withOneRetry } from '../../http/retryAfter';
import { urlUnder } from '../addresses';
import { STORE_WORDS, storeFailure } from '../storeFailure';

const LIMIT_MS = 60_000;
const MAX_PAGE_BYTES = 128 << 20;
const SLOW_ADVICE = 'ask for a shorter time or add a filter';
/** Small pages, because each is parsed at once. */
const PAGE_SIZE = 25;
const PAGE_SIZE_WITHOUT_BYTES = 1000;
/** The fields of each profile in a list; a server that does not know this parameter sends all. */
const WITHOUT_BYTES = 'nextPageToken,skippedProfiles,profiles(profileType,deployment,labels,startTime)';

/** A project of Google Cloud, and where its profiles are asked for. */
export interface Project {
  /** `https://cloudprofiler.googleapis.com/v2`. */
  readonly base: URL;
  readonly id: string;
  readonly connection: Connection;
}

const isProfile = shape({
  profileType: optional(isText),
  deployment: optional(shape({ target: optional(isText), labels: optional(recordOf(isText)) })),
  labels: optional(recordOf(isText)),
  startTime: optional(isText),
  profileBytes: optional(isText),
});

const isPage = shape({
  profiles: optional(listOf(isProfile)),
  nextPageToken: optional(isText),
  skippedProfiles: optional(isCount),
});

/** google.devtools.cloudprofiler.v2.Profile. */
export interface ListedProfile {
  /** `CPU`, `HEAP`. */
  readonly profileType?: string;
  readonly deployment?: { readonly target?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly labels?: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly startTime?: string;
  /** pprof, gzipped, as base64. */
  readonly profileBytes?: string;
}

export interface ProfilePage {
  readonly profiles: readonly ListedProfile[];
  /** Profiles that the server could not read. */
  readonly skipped: number;
}

/**
 * All profiles of a project, page by page. Throws CaptureError: a StatusError with what the server says, `notAProfile`
 * if it is another server, or like httpGet; the signal's reason on abort.
 * @param withBytes whether the profiles themselves are sent
 */
export async function* profilePages(
  project: Project,
  withBytes: boolean,
  signal: AbortSignal,
): AsyncGenerator<ProfilePage, void, void> {
  let token: string | undefined;
  do {
    const url = urlUnder(project.base, `projects/${encodeURIComponent(project.id)}/profiles`);
    url.searchParams.set('pageSize', String(withBytes ? PAGE_SIZE : PAGE_SIZE_WITHOUT_BYTES));
    if (!withBytes) url.searchParams.set('fields', WITHOUT_BYTES);
    if (token !== undefined) url.searchParams.set('pageToken', token);
    const page = await withOneRetry(() => pageAt(url, project.connection, signal), signal);
    yield { profiles: page.profiles ?? [], skipped: page.skippedProfiles ?? 0 };
    // A server that repeats a token would be asked forever.
    const next = page.nextPageToken === '' || page.nextPageToken === token ? undefined : page.nextPageToken;
    token = next;
  } while (token !== undefined);
}

async function pageAt(url: URL, connection: Connection, signal: AbortSignal) {
  const sizes = { maxBytes: MAX_PAGE_BYTES, maxUnpackedBytes: MAX_PAGE_BYTES };
  const limits = { ...sizes, limitMs: LIMIT_MS, slowAdvice: SLOW_ADVICE, words: STORE_WORDS };
  try {
    const answer = await httpGet({ ...limits, url, connection, signal, headers: { 'accept-encoding': 'gzip' } });
    const said = jsonOf(answer);
    if (answer.status !== 200) throw storeFailure(answer, 'Cloud Profiler', wordsOf(said));
    if (isPage(said)) return said;
    const sentence = `${serverText(url)} does not answer as Cloud Profiler does`;
    throw new CaptureError('notAProfile', `${sentence}: check the address and the project.`);
  } catch (error) {
    throw withSecretsHidden(error, url, connection);
  }
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The words of an error of Google: `{"error": {"code": 403, "message": "…", "status": "PERMISSION_DENIED"}}`. */
function wordsOf(said: unknown): string | undefined {
  if (!isObject(said) || !isObject(said['error'])) return undefined;
  const { message } = said['error'];
  return isText(message) ? message : undefined;
}
