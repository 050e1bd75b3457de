import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FleetQuery } from '../../../../src/fleet/fleetQuery';
import type { FleetProfile, FleetStore, MergeOptions } from '../../../../src/fleet/fleetStore';
import { CloudProfilerStore } from '../../../../src/fleet/cloudProfiler/cloudProfilerStore';
import type { Connection } from '../../../../src/http/connection';
import { failureOf } from '../../../shared/fetchFailure';
import { type CloudProfile, type CloudTraps, startCloudProfiler } from '../../../shared/fleet/cloudProfilerServer';
import type { TestServer } from '../../../shared/fleet/faultyServer';
import { profileFromText } from '../../../shared/profileFromText';

const T0 = Date.parse('2020-02-29T10:00:00Z');
const MINUTE = 60_000;

function cpu(at: number, cost: number, target = 'api', version = 'v1'): CloudProfile {
  const bytes = gzipSync(profileFromText({
    types: 'samples/count cpu/nanoseconds', stacks: `1 ${cost} | f a.go:1`, timeNanos: at * 1e6, durationNanos: 1e10,
  }));
  return {
    name: `projects/shop/profiles/${at}`, profileType: 'CPU', duration: '10s', startTime: new Date(at).toISOString(),
    deployment: { projectId: 'shop', target, labels: { version, zone: 'europe-west1-b', language: 'go' } },
    labels: { instance: 'a' }, profileBytes: bytes.toString('base64'),
  };
}

const heap = (at: number): CloudProfile => {
  const bytes = gzipSync(profileFromText({ types: 'inuse_objects/count inuse_space/bytes', stacks: '1 7 | f a.go:1' }));
  return { ...cpu(at, 0), profileType: 'HEAP', profileBytes: bytes.toString('base64') };
};

const PROFILES = [cpu(T0, 1), cpu(T0 + MINUTE, 2, 'web'), heap(T0), cpu(T0 + 2 * MINUTE, 4, 'api', 'v2'), cpu(T0 + 60 * MINUTE, 8)];
const ALL = { from: T0, to: T0 + 30 * MINUTE };
const query = (own: Partial<FleetQuery> = {}): FleetQuery => ({ type: 'CPU', filters: [], range: ALL, ...own });
const never = (): AbortSignal => new AbortController().signal;

type Body = (store: FleetStore, server: TestServer) => Promise<void>;

async function withProfiler(
  body: Body,
  traps: CloudTraps = {},
  profiles = PROFILES,
  connection: Connection = {},
): Promise<void> {
  const server = await startCloudProfiler(profiles, traps);
  try {
    await body(new CloudProfilerStore(`${server.address.href}v2/projects/shop`, connection), server);
  } finally {
    await server.close();
  }
}

async function merged(store: FleetStore, asked: FleetQuery, own: Partial<MergeOptions> = {}) {
  const [profiles, notes]: [FleetProfile[], string[]] = [[], []];
  const onNote = (note: string): void => void notes.push(note);
  const options = { signal: never(), maxUnpackedBytes: 1 << 20, onNote, ...own };
  for await (const profile of store.merge(asked, options)) profiles.push(profile);
  return { profiles, notes };
}

test('profiles are chosen by type, target, labels and time while all pages are read', () =>
  withProfiler(async (store, server) => {
    const reads: number[] = [];
    const { profiles, notes } = await merged(store, query({ service: 'api' }), { onRead: (read) => void reads.push(read) });
    assert.deepEqual([profiles.length, notes, reads], [2, [], [1, 2, 3, 4, 5]]);
    assert.deepEqual(profiles[0], { bytes: Buffer.from(PROFILES[0]!.profileBytes, 'base64'), unknown: {}, notes: [] });
    assert.deepEqual(server.requests, [0, 2, 4].map((at) =>
      `GET /v2/projects/shop/profiles?pageSize=25${at === 0 ? '' : `&pageToken=token-${at}`}`));
    const filters = [{ name: 'version', operator: '=', value: 'v2' }, { name: 'zone', operator: '=~', value: 'europe-.*' }] as const;
    assert.equal((await merged(store, query({ filters }))).profiles.length, 1);
    assert.equal((await merged(store, query({ service: 'none' }))).profiles.length, 0);
  }, { maxPage: 2 }));

test('types, labels and values are read without the profiles themselves', () =>
  withProfiler(async (store, server) => {
    assert.deepEqual((await store.profileTypes(ALL, never())).map(({ id, unit, isDelta }) => [id, unit, isDelta]), [
      ['CPU', 'nanoseconds', true], ['HEAP', 'bytes', false],
    ]);
    assert.match(server.requests[0]!, /pageSize=1000&fields=nextPageToken,skippedProfiles,profiles\(profileType,/);
    assert.deepEqual(await store.labelNames(query(), never()), ['instance', 'language', 'target', 'version', 'zone']);
    assert.deepEqual(await store.labelValues('target', query({ service: 'api' }), never()), ['api', 'web']);
    assert.deepEqual(await store.labelValues('version', query({ service: 'web' }), never()), ['v1']);
    assert.deepEqual(await store.test(never()), { server: 'Google Cloud Profiler', notes: [] });
  }));

test('a series has the costs of the profiles', () =>
  withProfiler(async (store) => {
    const series = await store.series(query(), { stepSeconds: 120, groupBy: 'target' }, never());
    assert.deepEqual(series, [
      { labels: { target: 'api' }, points: [{ at: T0, value: 1 }, { at: T0 + 2 * MINUTE, value: 4 }] },
      { labels: { target: 'web' }, points: [{ at: T0, value: 2 }] },
    ]);
  }, { sendsAll: true }));

test('damaged profiles, those of another type and those that the server skips are counted', () =>
  withProfiler(async (store) => {
    const { profiles, notes } = await merged(store, query());
    assert.equal(profiles.length, 1);
    assert.deepEqual(notes, [
      '2 profiles could not be read, and are left out.',
      'Cloud Profiler could not read 3 profiles, which may be of this query: ask again later.',
    ]);
  }, { skipped: 3 }, [cpu(T0, 1), { ...cpu(T0, 1), profileBytes: 'H4sI' }, { ...heap(T0), profileType: 'CPU' }]));

test('what came before a cancel or a page that fails is kept', async () => {
  const many = Array.from({ length: 6 }, (_, i) => cpu(T0 + i, 1));
  await withProfiler(async (store) => {
    const kept: FleetProfile[] = [];
    const options = { signal: never(), maxUnpackedBytes: 1 << 20 };
    const all = async (): Promise<void> => {
      for await (const profile of store.merge(query(), options)) kept.push(profile);
    };
    assert.equal(await failureOf(all()), 'httpStatus: HOST responded with 500 Internal Server Error: Internal error encountered.');
    assert.equal(kept.length, 4);
    const controller = new AbortController();
    const cancelled = merged(store, query(), { signal: controller.signal, onRead: () => controller.abort() });
    await assert.rejects(cancelled, { name: 'AbortError' });
  }, { maxPage: 2, brokenPage: 2 }, many);
});

test('a token that is not valid, and faults of the server, have their sentences', async () => {
  await withProfiler(async (store, server) => {
    const types = () => failureOf(store.profileTypes(ALL, never()));
    assert.equal(await types(), 'httpStatus: HOST wants credentials (Request had invalid authentication credentials): edit the store to give it.');
    server.fault = { kind: 'status', status: 403 };
    assert.match(await types(), /does not allow this with the credentials/);
    server.fault = { kind: 'status', status: 429, retryAfter: '120' };
    assert.match(await types(), /come back in 2 min/);
    server.fault = { kind: 'status', status: 503, retryAfter: '0', times: 1 };
    assert.match(await types(), /wants credentials/);
    for (const kind of ['empty', 'page'] as const) {
      server.fault = { kind };
      assert.equal(await types(), 'notAProfile: HOST does not answer as Cloud Profiler does: check the address and the project.');
    }
  }, { token: 't0ken' });
  await withProfiler(async (store, server) => {
    assert.equal((await store.profileTypes(ALL, never())).length, 2);
    server.fault = { kind: 'cut' };
    assert.match(await failureOf(store.profileTypes(ALL, never())), /^closed: /);
  }, { token: 't0ken' }, PROFILES, { headers: { authorization: 'Bearer t0ken' } });
});

test('an address is the id of a project', () => {
  assert.throws(() => new CloudProfilerStore('my project', {}), { message: 'my project is not the id of a project of Google Cloud, such as my-project-123.' });
  assert.ok(new CloudProfilerStore('example.com:shop-1', {}));
});
