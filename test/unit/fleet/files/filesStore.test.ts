import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FleetQuery } from '../../../../src/fleet/fleetQuery';
import type { FleetSource } from '../../../../src/fleet/fleetSource';
import type { FleetProfile, FleetStore } from '../../../../src/fleet/fleetStore';
import { openStore } from '../../../../src/fleet/openStore';
import { failureOf } from '../../../shared/fetchFailure';
import { type Fault, startFaulty, type TestAnswer } from '../../../shared/fleet/faultyServer';
import { profileFromText } from '../../../shared/profileFromText';

const T0 = Date.parse('2020-02-29T10:00:00Z');
const HOUR = 3_600_000;
const CPU = 'samples/count cpu/nanoseconds';
const ALL = { from: T0, to: T0 + 24 * HOUR };

const root = mkdtempSync(join(tmpdir(), 'linecost-files-'));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = join(root, String(made++));
  mkdirSync(folder);
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

function cpu(at: number, cost: number, comments: readonly string[] = []): Uint8Array {
  const types = 'samples/count cpu/nanoseconds';
  const stacks = `1 ${cost} | f a.go:1`;
  return gzipSync(profileFromText({ types, stacks, timeNanos: at * 1e6, durationNanos: 1e9, comments }));
}

const heap = (at: number): Uint8Array =>
  gzipSync(profileFromText({ types: 'inuse_objects/count inuse_space/bytes', stacks: '1 7 | f a.go:1', timeNanos: at * 1e6 }));

const source = (address: string, serviceLabel?: string): FleetSource =>
  ({ id: '1', name: 'ci', kind: 'files', address, ...(serviceLabel !== undefined && { serviceLabel }) });
const open = (...given: Parameters<typeof source>): Promise<FleetStore> => openStore(source(...given), {});
const query = (own: Partial<FleetQuery> = {}): FleetQuery => ({ type: CPU, filters: [], range: ALL, ...own });
const never = (): AbortSignal => new AbortController().signal;

async function merged(store: FleetStore, asked: FleetQuery) {
  const [profiles, notes, reads]: [FleetProfile[], string[], unknown[]] = [[], [], []];
  const onNote = (note: string): void => void notes.push(note);
  const onRead = (...read: unknown[]): void => void reads.push(read);
  const options = { signal: never(), maxUnpackedBytes: 64 << 20, onNote, onRead };
  for await (const profile of store.merge(asked, options)) profiles.push(profile);
  return { profiles, notes, reads };
}

test("a range of time chooses profiles by their own time, whatever the file's name and date say", async () => {
  const folder = folderWith({
    '2030-01-01.pb.gz': cpu(T0, 1), 'a.pprof': cpu(T0 + HOUR, 2), 'later.pprof': cpu(T0 + 2 * HOUR, 4),
    'heap.pb.gz': heap(T0), 'x.txt': cpu(T0, 8),
  });
  utimesSync(join(folder, 'a.pprof'), 1, 1);
  const store = await open(folder);
  const { profiles, notes, reads } = await merged(store, query({ range: { from: T0, to: T0 + 2 * HOUR } }));
  assert.deepEqual([profiles.length, notes], [2, []]);
  const [first, second] = profiles.map(({ bytes }) => Buffer.from(bytes));
  assert.deepEqual([first, second], [cpu(T0, 1), cpu(T0 + HOUR, 2)]);
  assert.deepEqual(profiles[0]!.unknown, {});
  assert.deepEqual(reads.at(-1), [4, 4]);
  assert.deepEqual((await store.profileTypes(ALL, never())).map(({ id, name }) => [id, name]), [
    ['inuse_objects/count inuse_space/bytes', 'heap'], [CPU, 'cpu'],
  ]);
  assert.deepEqual(await store.test(never()), { server: `4 files in ${folder}`, notes: [] });
});

test('folders, files and comments are labels, and a folder may be the service', async () => {
  const store = await open(folderWith({
    'api/1.pb.gz': cpu(T0, 1, ['host-a']), 'api/2.pb.gz': cpu(T0 + 1, 2, ['host-b', 'v2']), 'web/1.pb.gz': cpu(T0, 4),
  }), 'folder');
  assert.equal(store.serviceLabel, 'folder');
  assert.deepEqual(await store.labelNames(query(), never()), ['comment', 'file', 'folder']);
  assert.deepEqual(await store.labelValues('folder', query({ service: 'api' }), never()), ['api', 'web']);
  assert.deepEqual(await store.labelValues('comment', query({ service: 'api' }), never()), ['host-a', 'host-b', 'v2']);
  assert.equal((await merged(store, query({ service: 'api' }))).profiles.length, 2);
  assert.equal((await merged(store, query({ filters: [{ name: 'comment', operator: '=~', value: 'v.' }] }))).profiles.length, 1);
  const [api, web] = await store.series(query(), { stepSeconds: 60, groupBy: 'folder' }, never());
  assert.deepEqual([api, web], [
    { labels: { folder: 'api' }, points: [{ at: T0, value: 3 }] }, { labels: { folder: 'web' }, points: [{ at: T0, value: 4 }] },
  ]);
});

test('a broken file is named and the others stay', async () => {
  const whole = cpu(T0, 1);
  const folder = folderWith({
    '1.pb.gz': whole, '2.pb.gz': whole.subarray(0, 40), '3.pb.gz': Buffer.from('<html>'), '4.pb.gz': new Uint8Array(),
    '5.pb.gz': gzipSync(profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 1 | f a.go:1' })), '6.pb.gz': whole,
  });
  const { profiles, notes } = await merged(await open(folder), query());
  assert.equal(profiles.length, 2);
  assert.deepEqual(notes, [
    '2.pb.gz is cut off: it is left out.', '3.pb.gz is not a profile: it is left out.', '4.pb.gz is empty: it is left out.',
    '1 file without a time is left out.',
  ]);
});

test('links in a circle, links to the same file and pipes do no harm', { skip: process.platform === 'win32' }, async () => {
  const folder = folderWith({ 'a/1.pb.gz': cpu(T0, 1) });
  symlinkSync('..', join(folder, 'a/up'));
  symlinkSync('a', join(folder, 'b'));
  symlinkSync('1.pb.gz', join(folder, 'a/2.pb.gz'));
  symlinkSync('nowhere', join(folder, 'c.pb.gz'));
  execFileSync('mkfifo', [join(folder, 'pipe.pb.gz')]);
  const { profiles, notes } = await merged(await open(folder), query());
  assert.equal(profiles.length, 1);
  assert.deepEqual(notes, [`1 folders or files below ${folder} cannot be read.`]);
});

test('a glob chooses files, and a folder that is missing is an error', async () => {
  const folder = folderWith({ 'x/api-1.prof': cpu(T0, 1), 'x/y/api-2.bin': cpu(T0, 2), 'x/web.bin': cpu(T0, 4) });
  assert.equal((await merged(await open(`${folder}/**/api-*`), query())).profiles.length, 2);
  assert.match(await failureOf((await open(`${folder}/none`)).test(never())), /^badAddress: The folder .*none cannot be read \(ENOENT\): check the path\.$/);
  assert.equal(await failureOf(open('relative/path')), 'badAddress: The address of ci is not a whole path or a web address: relative/path.');
});

test('a cancel keeps what has come', async () => {
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.pb.gz`, cpu(T0 + i, 1)]));
  const store = await open(folderWith(files));
  const controller = new AbortController();
  const kept: FleetProfile[] = [];
  await assert.rejects(async () => {
    for await (const profile of store.merge(query(), { signal: controller.signal, maxUnpackedBytes: 1 << 20 })) {
      if (kept.push(profile) === 3) controller.abort();
    }
  }, { name: 'AbortError' });
  assert.ok(kept.length >= 3 && kept.length < 50);
});

const GO = (links: readonly string[]): string => `<!doctype html>\n<pre>\n${links.map((link) => `<a href="${link}">${link}</a>`).join('\n')}\n</pre>\n`;
const page = (body: string, type = 'text/html'): TestAnswer => ({ status: 200, headers: { 'content-type': type }, body });
const NOT_FOUND: TestAnswer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' };

/** Runs `body` with the store of a server that has these pages. */
async function withListing(
  pages: Readonly<Record<string, TestAnswer>>,
  body: (store: FleetStore, fault: (set: Fault) => void) => Promise<void>,
): Promise<void> {
  const server = await startFaulty((_, url) => pages[url.pathname + url.search] ?? NOT_FOUND);
  try {
    await body(await open(`${server.address.href}runs/`), (fault) => void (server.fault = fault));
  } finally {
    await server.close();
  }
}

const profile = (at: number, cost: number): TestAnswer => ({ status: 200, headers: { 'content-type': 'application/octet-stream' }, body: cpu(at, cost) });

test('a listing is read with the folders below it, and nothing else', () =>
  withListing({
    '/runs/': page(GO(['1.pb.gz', 'sub/', 'private/', '../', '/', '?C=M;O=A', 'https://elsewhere.example/9.pb.gz', '/other/9.pb.gz', 'notes.txt'])),
    '/runs/1.pb.gz': profile(T0, 1),
    '/runs/private/': { ...NOT_FOUND, status: 403, body: '' },
    '/runs/sub/': page(GO(['2%20b.pprof', 'broken.pb.gz', 'gone.pb.gz', '../sub/'])),
    '/runs/sub/2%20b.pprof': profile(T0 + 1, 2),
    '/runs/sub/broken.pb.gz': page('<html>'),
  }, async (store, fault) => {
    const { profiles, notes } = await merged(store, query());
    assert.equal(profiles.length, 2);
    assert.deepEqual(notes.map((note) => note.replace(/127\.0\.0\.1:\d+/g, 'HOST')), [
      'A folder is left out: HOST does not allow this with the credentials of the store.',
      'sub/broken.pb.gz is not a profile: it is left out.',
      'sub/gone.pb.gz is left out: HOST/runs/sub/gone.pb.gz does not exist (404): check that the address is that of a listing of files.',
    ]);
    assert.deepEqual(await store.labelValues('file', query(), never()), ['1.pb.gz', 'sub/2 b.pprof']);
    fault({ kind: 'status', status: 401 });
    assert.match(await failureOf(store.test(never())), /HOST wants credentials/);
    fault({ kind: 'empty' });
    assert.equal(await failureOf(store.test(never())), 'notAProfile: HOST/runs/ lists no files: write the address of a folder.');
    fault({ kind: 'cut' });
    assert.match(await failureOf(store.test(never())), /^closed: /);
  }));

test('a bucket is read page by page', () => {
  const list = (keys: readonly string[], more: string): TestAnswer =>
    page(`<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${more}</ListBucketResult>`, 'application/xml');
  return withListing({
    '/runs/': list(['a&amp;b/1.pb.gz'], '<IsTruncated>true</IsTruncated><NextContinuationToken>t/1</NextContinuationToken>'),
    '/runs/?continuation-token=t%2F1': list(['a/2.pb.gz', 'a/3.pb.gz', 'a/'], '<IsTruncated>false</IsTruncated>'),
    '/runs/a%26b/1.pb.gz': profile(T0, 1), '/runs/a/2.pb.gz': profile(T0, 2), '/runs/a/3.pb.gz': profile(T0, 4),
  }, async (store) => {
    const { profiles, notes } = await merged(store, query());
    assert.deepEqual([profiles.length, notes], [3, []]);
  });
});
