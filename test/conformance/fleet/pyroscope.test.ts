import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FleetQuery } from '../../../src/fleet/fleetQuery';
import { askInPieces, type PiecesAnswer } from '../../../src/fleet/pieces';
import { PyroscopeStore } from '../../../src/fleet/pyroscope/pyroscopeStore';
import { failureOf } from '../../shared/fetchFailure';
import { profileFromText } from '../../shared/profileFromText';
import { buildPyroscope, type PyroscopePrograms, runPyroscope, type RunningPyroscope } from '../../shared/fleet/pyroscopeServer';
import { compareTop } from '../compare';
import { profileBenchmarks, temporaryFolder } from '../goPrograms';
import { assertSameText, mustRun, pprof } from '../oracle';

const DAY = 86_400_000;
// In whole seconds, whose nanoseconds a number holds exactly: a profile must not begin before its piece.
const NOW = Math.floor(Date.now() / 1000) * 1000;
const CPU = 'process_cpu:cpu:nanoseconds:cpu:nanoseconds';
const ALLOCATED = 'memory:alloc_space:bytes:space:bytes';
const { signal } = new AbortController();
/** The servers that each test started. */
const running: RunningPyroscope[] = [];
let folder = '';
let removeFolder: () => Promise<void> = async () => undefined;
let programs: PyroscopePrograms;

before(async () => {
  ({ folder, remove: removeFolder } = await temporaryFolder());
  programs = await buildPyroscope(folder);
});

after(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await removeFolder();
});

async function serve(...flags: string[]): Promise<RunningPyroscope> {
  const server = await runPyroscope(programs.server, flags);
  running.push(server);
  return server;
}

function query(overrides: Partial<FleetQuery> = {}): FleetQuery {
  return { type: CPU, filters: [], range: { from: Date.now() - DAY / 2, to: Date.now() + 1000 }, ...overrides };
}

function storeOf({ address }: RunningPyroscope, headers: Record<string, string> = {}): PyroscopeStore {
  return new PyroscopeStore(address, { headers });
}

interface Got {
  readonly files: string[];
  readonly answer: PiecesAnswer;
}

/** Asks, and writes each profile that comes to a file. */
async function ask(store: PyroscopeStore, asked: FleetQuery, pieceMs?: number): Promise<Got> {
  const files: string[] = [];
  const answer = await askInPieces(store, asked, {
    signal,
    maxUnpackedBytes: 1 << 28,
    ...(pieceMs !== undefined && { pieceMs }),
    onProfile: async ({ bytes }) => {
      files.push(join(folder, `answer${Math.random()}.pb`));
      await writeFile(files.at(-1)!, bytes);
    },
  });
  return { files, answer };
}

const failure = async (store: PyroscopeStore, asked = query()): Promise<string> => failureOf(ask(store, asked));

/** pprof's table of lines for the merge of these files, without the head, which names times. */
async function table(files: readonly string[], index: string): Promise<string> {
  const { code, stdout, stderr } = await pprof(['-top', '-lines', '-nodecount=100000', '-nodefraction=0', `-sample_index=${index}`, ...files], { cwd: folder });
  assert.equal(code, 0, stderr);
  const rows = stdout.toString().split('\n').filter((line) => /^ *[\d.-]+/.test(line));
  // Sums of percentages depend on the order of equal rows.
  return rows.map((line) => line.replace(/^( *\S+ +\S+) +\S+/, '$1')).sort().join('\n');
}

/** The fields period_type (cpu/nanoseconds, by their indexes in the texts below) and period. */
const PERIOD = Buffer.from([0x5a, 4, 0x08, 3, 0x10, 4, 0x60, 1]);

/** A CPU profile of some moment: each day costs another amount. */
function dayProfile(day: number, stacks = dayStacks(day)): Uint8Array {
  const types = 'samples/count cpu/nanoseconds';
  return Buffer.concat([profileFromText({ types, stacks, timeNanos: (NOW - day * DAY) * 1e6 }), PERIOD]);
}

const dayStacks = (day: number): string => [
  `3 ${(day + 1) * 1e6} | work.f f.go:${Math.round(day) + 3} < main.main m.go:9`,
  '1 7 | work.g g.go:5 < main.main m.go:9',
].join('\n');

test('the figures of a query are those of go tool pprof for the merge of what was pushed', async () => {
  const profiles = await profileBenchmarks();
  const server = await serve();
  const [cpu, mem] = [profiles.paths.get('cpu')!, profiles.paths.get('mem')!];
  const [cpuBytes, memBytes] = await Promise.all([readFile(cpu), readFile(mem)]);
  await server.push([
    { labels: { service_name: 'api', zone: 'eu' }, profiles: [cpuBytes, memBytes] },
    { labels: { service_name: 'api', zone: 'us "x"\\' }, profiles: [cpuBytes] },
    { labels: { service_name: 'db' }, profiles: [cpuBytes, memBytes] },
  ]);
  await profiles.remove();
  const store = storeOf(server);
  const range = { from: NOW - DAY / 2, to: Date.now() + DAY / 4 };
  const cases: [Partial<FleetQuery>, string, string[]][] = [
    [{}, 'cpu', [cpu, cpu, cpu]],
    [{ service: 'api' }, 'cpu', [cpu, cpu]],
    [{ service: 'api', filters: [{ name: 'zone', operator: '=', value: 'us "x"\\' }] }, 'cpu', [cpu]],
    [{ filters: [{ name: 'zone', operator: '=~', value: '' }] }, 'cpu', [cpu]],
    [{ type: ALLOCATED }, 'alloc_space', [mem, mem]],
  ];
  for (const [asked, index, pushed] of cases) {
    const copies = await Promise.all(pushed.map(async (_, i) => {
      const copy = join(folder, `pushed${i}.pb.gz`);
      await writeFile(copy, index === 'cpu' ? cpuBytes : memBytes);
      return copy;
    }));
    const { files, answer } = await ask(store, query({ ...asked, range }));
    assert.equal(answer.profiles, 1);
    assert.deepEqual(answer.unknown, { period: true, duration: true, time: true });
    assertSameText(await table(files, index), await table(copies, index), `${index} of ${pushed.length}`);
    await compareTop({ path: files[0]!, cwd: folder }, '-lines');
  }
});

test('thirty daily pieces sum up to all that was pushed, and a piece that fails keeps the 29 others', async () => {
  const server = await serve('-max-query-lookback=0');
  const days = Array.from({ length: 30 }, (_, day) => day);
  const files = await Promise.all(days.map(async (day) => {
    const file = join(folder, `day${day}.pb`);
    await writeFile(file, dayProfile(day));
    return file;
  }));
  await server.push(days.map((day) => ({ labels: { service_name: 'api' }, profiles: [dayProfile(day)] })));
  // The pieces end where profiles begin: none of them may be counted twice.
  const range = { from: NOW - 30 * DAY, to: NOW + 1 };
  const whole = await ask(storeOf(server), query({ range }), DAY);
  assert.deepEqual([whole.answer.profiles, whole.answer.pieces, whole.answer.missing.length], [30, 31, 0]);
  assertSameText(await table(whole.files, 'cpu'), await table(files, 'cpu'), '30 days');
  const from = range.from + 6 * DAY;
  const faulty = await ask(storeOf(server, { 'X-Fault': `start=${from}` }), query({ range }), DAY);
  assert.equal(faulty.answer.profiles, 29);
  assert.match(faulty.answer.notes.at(-1) ?? '', /^Piece 7 of 31 \(.*\) is missing: .* responded with 500 Internal Server Error: a block is damaged\.$/);
  assertSameText(await table(faulty.files, 'cpu'), await table(files.filter((_, day) => day !== 24), 'cpu'), '29 days');
});

test('what is older than the server keeps is left out silently by it, and noted here', async () => {
  const server = await serve();
  await server.push([{ labels: { service_name: 'api' }, profiles: [dayProfile(1), dayProfile(20)] }]);
  const { answer, files } = await ask(storeOf(server), query({ range: { from: NOW - 30 * DAY, to: NOW } }));
  assert.deepEqual([answer.profiles, answer.missing.length], [1, 0]);
  const kept = join(folder, 'kept.pb');
  await writeFile(kept, dayProfile(1));
  assertSameText(await table(files, 'cpu'), await table([kept], 'cpu'), 'one day');
  assert.deepEqual(answer.notes.map((note) => note.slice(0, 46)), ['Pyroscope leaves out what is older than 7 days']);
});

test('a server with a shorter limit, or without the older method, is asked as it allows', async () => {
  const server = await serve('-max-query-length=6h', '-merge-profile=false');
  await server.push([{ labels: { service_name: 'api' }, profiles: [dayProfile(0.1), dayProfile(0.8)] }]);
  const store = storeOf(server);
  const range = { from: NOW - DAY, to: NOW };
  const { answer } = await ask(store, query({ range }));
  assert.deepEqual([answer.profiles, answer.pieces, store.maxRangeMs], [2, 4, DAY / 4]);
  assert.deepEqual(await store.labelNames(query({ range }), signal), ['service_name']);
});

test('the cost over time has the sums of its steps, also over pieces', async () => {
  const server = await serve();
  await server.push([
    { labels: { service_name: 'api', zone: 'eu' }, profiles: [dayProfile(0.5), dayProfile(1.5), dayProfile(2.5)] },
    { labels: { service_name: 'api', zone: 'us' }, profiles: [dayProfile(1.5, '1 5 | work.f f.go:1')] },
  ]);
  const asked = query({ range: { from: NOW - 3 * DAY, to: NOW } });
  const store = storeOf(server);
  const values = async (groupBy?: string) => {
    const all = await store.series(asked, { stepSeconds: 43_200, ...(groupBy !== undefined && { groupBy }) }, signal);
    return all.map(({ labels, points }) => [labels['zone'], ...points.map(({ value }) => value)]).sort();
  };
  assert.deepEqual(await values(), [[undefined, 3_500_007, 2_500_012, 1_500_007]]);
  assert.deepEqual(await values('zone'), [['eu', 3_500_007, 2_500_007, 1_500_007], ['us', 5]]);
});

test('ten thousand values and a thousand services are listed', async () => {
  const server = await serve();
  const profile = dayProfile(0.1);
  await server.push(Array.from({ length: 10_000 }, (_, i) => ({
    labels: { service_name: `service${i % 1000}`, pod: `pod-${i}` }, profiles: [profile],
  })));
  const store = storeOf(server);
  assert.equal((await store.labelValues('pod', query(), signal)).length, 10_000);
  assert.equal((await store.labelValues('service_name', query(), signal)).length, 1000);
  assert.equal((await store.labelValues('pod', query({ service: 'service7' }), signal)).length, 10);
});

test('the test names server and version, and says if there is nothing or the clock is wrong', async () => {
  const server = await serve();
  const none = 'It has no profiles of the last 24 h: check the tenant, and that services send profiles to it.';
  assert.deepEqual(await storeOf(server).test(signal), { server: 'Pyroscope 2.2.0', notes: [none] });
  await server.push([{ labels: { service_name: 'api' }, profiles: [dayProfile(0.1)] }]);
  assert.deepEqual(await storeOf(server).test(signal), { server: 'Pyroscope 2.2.0', notes: [] });
  const { notes } = await storeOf(server, { 'X-Fault': 'skew' }).test(signal);
  assert.match(notes[0] ?? '', /^The clock of 127\.0\.0\.1:\d+ is 10 min behind that of this machine/);
  const old = await serve('-version=');
  assert.equal((await storeOf(old).test(signal)).server, 'Pyroscope');
});

test('each fault of a server is one sentence, without the secrets that the server repeats', async () => {
  const server = await serve();
  await server.push([{ labels: { service_name: 'api' }, profiles: [dayProfile(0.1)] }]);
  const fault = (name: string, more: Record<string, string> = {}) => failure(storeOf(server, { 'X-Fault': name, ...more }));
  assert.equal(await fault('403'), 'httpStatus: HOST does not allow this with the credentials of the store (the tenant may not read).');
  assert.equal(await fault('429', { 'X-Retry-After': '300' }), 'httpStatus: HOST responded with 429: it is too busy, and asks to come back in 5 min.');
  assert.equal(await fault('503', { 'X-Retry-After': '300' }), 'httpStatus: HOST responded with 503: it is too busy, and asks to come back in 5 min.');
  assert.equal(await fault('500'), 'httpStatus: HOST responded with 500 Internal Server Error: object storage is gone.');
  assert.equal(await fault('503'), 'httpStatus: HOST responded with 503 Service Unavailable: no query frontend is ready.');
  assert.equal(await fault('504'), 'httpStatus: HOST was not ready in time (504, context deadline exceeded): ask for a shorter time or add a filter.');
  assert.match(await fault('404'), /^httpStatus: HOST\/querier\.v1\.QuerierService\/\w+ does not exist \(404\): check that the address is that of Pyroscope\.$/);
  assert.match(await fault('cut'), /^closed: HOST closed the connection after \d+ bytes, before the answer was complete\.$/);
  assert.equal(await fault('othertype'), 'notAProfile: HOST answered with alloc_space/bytes, and not with cpu/nanoseconds, which was asked for.');
  assert.equal(await fault('page'), 'notAProfile: HOST sent a web page, perhaps to log in, not an answer of Pyroscope: check the address and the credentials.');
  assert.equal(
    await fault('moved'),
    'httpStatus: HOST redirects to https://login.example/sign-in (status 302), which loses the question: write the address to which it redirects, or log in.',
  );
  assert.equal(await fault('empty'), 'no failure');
  assert.equal((await ask(storeOf(server, { 'X-Fault': 'empty' }), query())).answer.profiles, 0);
  assert.match(await failure(storeOf(server), query({ type: 'cpu' })), /^httpStatus: HOST responded with 400 Bad Request: profile-type selection must be of the form /);
  const closed = await serve('-authorization=Bearer right-token', '-multitenancy');
  assert.equal(
    await failure(storeOf(closed, { Authorization: 'Bearer wrong-token' })),
    'httpStatus: HOST wants credentials (invalid credentials: …): edit the store to give it.',
  );
  assert.equal(
    await failure(storeOf(closed, { Authorization: 'Bearer right-token' })),
    'httpStatus: HOST wants the header X-Scope-OrgID with the tenant (no org id): edit the store to give it.',
  );
  assert.equal(await failure(storeOf(closed, { Authorization: 'Bearer right-token', 'X-Scope-OrgID': 'team' })), 'no failure');
});

test('what Pyroscope\'s SDK sends of a running program is found by its labels, with its lines', async () => {
  const server = await serve();
  await mustRun(programs.client, [server.address.href], { cwd: folder });
  const store = storeOf(server);
  const service = 'shop.checkout';
  const types = (await store.profileTypes(query().range, signal)).map(({ id }) => id);
  assert.ok(types.includes(CPU) && types.includes('memory:inuse_space:bytes:space:bytes'), types.join());
  assert.deepEqual(await store.labelValues('service_name', query(), signal), [service]);
  assert.deepEqual(await store.labelValues('zone', query({ service }), signal), ['eu']);
  // A name with dots needs a header to be listed, and quotes to be asked.
  const names = await store.labelNames(query({ service }), signal);
  assert.ok(names.includes('process.runtime.name'), names.join());
  const filters = [{ name: 'process.runtime.name', operator: '=', value: 'go' }] as const;
  const { files } = await ask(store, query({ service, filters }));
  assert.match(await table(files, 'cpu'), /main\.burn .*main\.go:\d+/);
  const held = await ask(store, query({ service, type: 'memory:inuse_space:bytes:space:bytes' }));
  assert.match(await table(held.files, 'inuse_space'), /main\.allocate .*main\.go:\d+/);
});
