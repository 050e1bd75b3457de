import { startFaulty, type TestAnswer, type TestServer } from './faultyServer';

/** google.devtools.cloudprofiler.v2.Profile, as JSON. */
export interface CloudProfile {
  readonly name: string;
  readonly profileType: string;
  readonly deployment: {
    readonly projectId: string;
    readonly target: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly duration: string;
  readonly startTime: string;
  /** Of the profile, such as its instance. */
  readonly labels: Readonly<Record<string, string>>;
  /** Base64 of gzipped pprof. */
  readonly profileBytes: string;
}

export interface CloudTraps {
  /** The token that it accepts; by default it asks for none. */
  readonly token?: string;
  /** Profiles of a page, fewer than the request allows. */
  readonly maxPage?: number;
  /** Of each page. */
  readonly skipped?: number;
  /** Whether it does not know the parameter `fields`. */
  readonly sendsAll?: boolean;
  /** The page that fails, from 0. */
  readonly brokenPage?: number;
}

/** Starts a server that lists profiles as Google's v2/projects/P/profiles does, for the project `shop`. */
export function startCloudProfiler(profiles: readonly CloudProfile[], traps: CloudTraps = {}): Promise<TestServer> {
  const { token, maxPage = Infinity, skipped = 0, sendsAll = false, brokenPage } = traps;
  return startFaulty((request, url) => {
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      return refused(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    }
    if (url.pathname !== '/v2/projects/shop/profiles') {
      return refused(403, 'PERMISSION_DENIED', "Permission 'cloudprofiler.profiles.list' denied on the project.");
    }
    const asked = url.searchParams;
    const size = Math.min(Number(asked.get('pageSize') ?? 1000), maxPage, 1000);
    const from = Number(asked.get('pageToken')?.replace('token-', '') ?? 0);
    if (brokenPage !== undefined && from === brokenPage * size) return refused(500, 'INTERNAL', 'Internal error encountered.');
    const page = profiles.slice(from, from + size);
    const isWhole = sendsAll || !asked.has('fields');
    const sent = page.map((profile) => (isWhole ? profile : { ...profile, profileBytes: undefined, name: undefined }));
    const next = from + size < profiles.length ? `token-${from + size}` : '';
    return json(200, { profiles: sent, nextPageToken: next, ...(skipped > 0 && { skippedProfiles: skipped }) });
  });
}

function refused(code: number, status: string, message: string): TestAnswer {
  return json(code, { error: { code, message, status } });
}

function json(status: number, value: object): TestAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(value, undefined, 2) };
}
