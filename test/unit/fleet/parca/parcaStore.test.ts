import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { FleetQuery } from '../../../../src/fleet/fleetQuery';
import type { FleetProfile, MergeOptions } from '../../../../src/fleet/fleetStore';
import { likelyServiceLabels } from '../../../../src/fleet/parca/serviceLabels';
import { ParcaStore } from '../../../../src/fleet/parca/parcaStore';
import { failureOf } from '../../../shared/fetchFailure';
import type { TestServer } from '../../../shared/fleet/faultyServer';
import { type ParcaTraps, type Scraped, startParca } from '../../../shared/fleet/parcaServer';
import { profileFromText } from '../../../shared/profileFromText';
import { decodeWire, encodeWire, type WireProfile } from '../../../shared/wire';

const T0 = Date.parse('2020-02-29T10:00:00.000Z');
const MINUTE = 60_000;
const CPU = 'process_cpu:cpu:nanoseconds:cpu:nanoseconds:delta';
const SAMPLES = 'process_cpu:samples:count:cpu:nanoseconds:delta';
const HEAP = 'memory:inuse_space:bytes:space:bytes';
const STACKS = '2 20 | leaf a.go:3 < main.main main.go:1\n1 10 | main.main main.go:1';

/** A CPU profile of ten seconds, as Go writes it. */
function cpu(at: number, labels: Record<string, string>, stacks = STACKS): Scraped {
  const bytes = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks, durationNanos: 1e10 });
  return { name: 'process_cpu', labels, at, bytes: withPeriod(bytes, 'cpu', 'nanoseconds', 10) };
}

function heap(at: number, labels: Record<string, string>, inUse: number): Scraped {
  const stacks = `1 ${inUse} | main.main main.go:9`;
  const bytes = profileFromText({ types: 'inuse_objects/count inuse_space/bytes', stacks });
  return { name: 'memory', labels, at, bytes: withPeriod(bytes, 'space', 'bytes', 512) };
}

function withPeriod(bytes: Uint8Array, type: string, unit: string, period: number): Uint8Array {
  const wire = decodeWire(bytes);
  const texts = wire.string_table ?? [];
  const periodType = { type: texts.length, unit: texts.length + 1 };
  return encodeWire({ ...wire, string_table: [...texts, type, unit], period_type: periodType, period });
}

const API = { job: 'api', node: 'a' };
const SCRAPED = [
  cpu(T0, API), cpu(T0 + MINUTE, { ...API, node: 'b' }),
  cpu(T0 + MINUTE, { job: 'web "x"\\y', node: 'a' }, '5 50 | other o.go:2'),
  heap(T0, API, 100), heap(T0 + 1000, API, 700), heap(T0, { ...API, node: 'b' }, 40),
];
const ALL = { from: T0, to: T0 + 10 * MINUTE };
const query = (own: Partial<FleetQuery> = {}): FleetQuery => ({ type: CPU, filters: [], range: ALL, ...own });
const never = (): AbortSignal => new AbortController().signal;
const OPTIONS: MergeOptions = { signal: never(), maxUnpackedBytes: 64 << 20 };

type Body = (store: ParcaStore, server: TestServer) => Promise<void>;

async function withParca(body: Body, traps: ParcaTraps = {}, scraped: readonly Scraped[] = SCRAPED): Promise<void> {
  const server = await startParca(scraped, traps);
  try {
    await body(new ParcaStore(server.address, {}, 'job'), server);
  } finally {
    await server.close();
  }
}

async function merged(store: ParcaStore, asked: FleetQuery): Promise<FleetProfile[]> {
  const all: FleetProfile[] = [];
  for await (const profile of store.merge(asked, OPTIONS)) all.push(profile);
  return all;
}

const wireOf = (bytes: Uint8Array): WireProfile => decodeWire(gunzipSync(bytes));

function rowWith(rows: readonly object[], id: string): unknown {
  return (rows as { id: string }[]).find((row) => row.id === id);
}

/** The cost of each leaf, and of a stack of one frame. */
function costsOf({ bytes }: FleetProfile): Record<string, number> {
  const { sample = [], location = [], function: functions = [], string_table: texts = [] } = wireOf(bytes);
  return Object.fromEntries(sample.map((one) => {
    const { location_id: [leaf], value } = one as { location_id: string[]; value: string[] };
    const { line: [line] } = rowWith(location, leaf!) as { line: { function_id: string }[] };
    const named = rowWith(functions, line!.function_id) as { name: string };
    return [texts[Number(named.name)]!, Number(value[0])];
  }));
}

test('the version is that of the page, and the types are those that the server lists, with :delta only where it says so', () =>
  withParca(async (store) => {
    assert.deepEqual(await store.test(never()), { server: 'Parca 0.30.0', notes: ['It has no profiles of the last 24 hours.'] });
    const types = await store.profileTypes(ALL, never());
    assert.deepEqual(types.map(({ id }) => id), ['memory:inuse_objects:count:space:bytes', HEAP, CPU, SAMPLES]);
    // Parca multiplies samples by their period.
    assert.deepEqual(types[3], { id: SAMPLES, name: 'process_cpu', sampleType: 'samples', unit: 'nanoseconds', isDelta: true });
    assert.equal(types[1]!.isDelta, false);
  }));

test('labels and values are completed by the server, also for names and values with quotes', () =>
  withParca(async (store, server) => {
    assert.deepEqual(await store.labelNames(query({ type: '' }), never()), ['job', 'node']);
    assert.deepEqual(await store.labelNames(query({ service: 'web "x"\\y' }), never()), ['job', 'node']);
    assert.match(server.requests.at(-1)!, /match=job="web \\"x\\"\\\\y"/);
    assert.deepEqual(await store.labelValues('job', query(), never()), ['api', 'web "x"\\y']);
    const ofWeb = [{ name: 'job', operator: '=', value: 'web "x"\\y' }] as const;
    assert.deepEqual(await store.labelValues('node', query(), never()), ['a', 'b']);
    assert.deepEqual(await store.labelValues('node', query({ filters: ofWeb }), never()), ['a']);
    assert.deepEqual(await store.labelValues('job', query({ filters: ofWeb }), never()), ['api', 'web "x"\\y']);
    assert.deepEqual(await store.labelValues('a/b c', query({ type: '' }), never()), []);
  }));

test('a merge has the totals of all profiles that match, with no time, duration, period and counts', () =>
  withParca(async (store, server) => {
    const [profile, ...more] = await merged(store, query({ service: 'api' }));
    assert.deepEqual(more, []);
    assert.deepEqual(costsOf(profile!), { leaf: 40, 'main.main': 20 });
    assert.deepEqual(profile!.unknown, { time: true, duration: true, period: true, counts: true });
    assert.equal(server.requests.at(-1), 'POST /parca.query.v1alpha1.QueryService/Query');
    const [quoted] = await merged(store, query({ service: 'web "x"\\y' }));
    assert.deepEqual(costsOf(quoted!), { other: 50 });
    const filters = [{ name: 'node', operator: '=~', value: 'b|c' }, { name: 'job', operator: '!=', value: 'web' }] as const;
    assert.deepEqual(costsOf((await merged(store, query({ filters })))[0]!), { leaf: 20, 'main.main': 10 });
  }));

test('a pattern matches a whole value, although those of Parca match any part', () =>
  withParca(async (store) => {
    const matching = async (operator: '=~' | '!~', value: string) => {
      const [profile] = await merged(store, query({ service: 'api', filters: [{ name: 'job', operator, value }] }));
      return profile ? costsOf(profile) : undefined;
    };
    const all = { leaf: 40, 'main.main': 20 };
    assert.deepEqual([await matching('=~', 'p'), await matching('=~', 'web|ap.')], [undefined, all]);
    assert.deepEqual([await matching('!~', 'p'), await matching('!~', 'web|ap.')], [all, undefined]);
    assert.deepEqual(await store.labelNames(query({ filters: [{ name: 'job', operator: '=~', value: 'p' }] }), never()), []);
  }));

test('samples are answered as time, and a note says so', () =>
  withParca(async (store) => {
    const [profile] = await merged(store, query({ type: SAMPLES, service: 'api' }));
    assert.deepEqual(costsOf(profile!), { leaf: 40, 'main.main': 20 });
    assert.equal(profile!.notes.at(-1), 'Parca answers samples as time: it multiplies each by its period.');
  }));

test('a profile at the boundary of two ranges is in the second one only', () =>
  withParca(async (store) => {
    const [before, after] = [{ from: T0, to: T0 + MINUTE }, { from: T0 + MINUTE, to: T0 + 2 * MINUTE }];
    const [first] = await merged(store, query({ service: 'api', range: before }));
    const [second] = await merged(store, query({ service: 'api', range: after }));
    assert.deepEqual([costsOf(first!).leaf, costsOf(second!).leaf], [20, 20]);
  }));

test('no data, and a type without :delta, is no profile and no series', () =>
  withParca(async (store) => {
    assert.deepEqual(await merged(store, query({ service: 'none' })), []);
    assert.deepEqual(await merged(store, query({ type: CPU.replace(':delta', '') })), []);
    assert.deepEqual(await store.series(query({ service: 'none' }), { stepSeconds: 60 }, never()), []);
  }));

test('a server without its user interface has no page to answer with where there is no data', () =>
  withParca(async (store) => {
    assert.deepEqual(await store.series(query({ service: 'none' }), { stepSeconds: 60 }, never()), []);
  }, { hasNoPages: true }));

test('a proxy that lets only GET through gets the profile through the gateway', () =>
  withParca(async (store, server) => {
    const [profile] = await merged(store, query({ service: 'api' }));
    assert.deepEqual(costsOf(profile!), { leaf: 40, 'main.main': 20 });
    assert.equal(server.requests.at(-1), 'GET /api/profiles/query?mode=MODE_MERGE&report_type=REPORT_TYPE_PPROF'
      + `&merge.query=${CPU}{job="api"}&merge.start=2020-02-29T10:00:00.000000000Z&merge.end=2020-02-29T10:09:59.999999999Z`);
  }, { isGetOnly: true }));

test('a profile over the limit of the gateway is refused with what to do', () =>
  withParca(async (store) => {
    const sentence = 'httpStatus: The answer of HOST would have 1 MB, and it sends at most 1 MB: ask for a shorter time or add a filter.';
    assert.equal(await failureOf(merged(store, query())), sentence);
  }, { isGetOnly: true, gatewayLimit: 10 }));

test('a series has the cost of each step, by the values of a label', () =>
  withParca(async (store) => {
    const step = { stepSeconds: 60 };
    assert.deepEqual(await store.series(query({ service: 'api' }), step, never()), [
      { labels: {}, points: [{ at: T0, value: 30 }, { at: T0 + MINUTE, value: 30 }] },
    ]);
    const byNode = await store.series(query({ service: 'api' }), { ...step, groupBy: 'node' }, never());
    assert.deepEqual(byNode.map(({ labels }) => labels), [{ node: 'a' }, { node: 'b' }]);
  }));

test('of what is in use, a step has the sum over processes at one moment', () =>
  withParca(async (store) => {
    const [all] = await store.series(query({ type: HEAP }), { stepSeconds: 60 }, never());
    assert.deepEqual(all, { labels: {}, points: [{ at: T0, value: 140 }] });
    const byNode = await store.series(query({ type: HEAP }), { stepSeconds: 60, groupBy: 'node' }, never());
    assert.deepEqual(byNode.map(({ labels, points }) => [labels.node, points[0]!.value]), [['a', 100], ['b', 40]]);
  }));

test('a server on one processor is quoted, with the cause', async () => {
  const sentence = 'httpStatus: HOST responded with "aggregate field(s) not found", which a Parca on one processor says to every query that has data: let it use two or more (GOMAXPROCS).';
  await withParca(async (store) => {
    assert.equal(await failureOf(merged(store, query())), sentence);
    assert.equal(await failureOf(store.series(query(), { stepSeconds: 60 }, never())), sentence);
  }, { isOneProcessor: true });
  const now = Date.now();
  await withParca(async (store) => {
    const { notes } = await store.test(never());
    assert.match(notes[0]!, /one processor/);
  }, { isOneProcessor: true }, [cpu(now - MINUTE, API)]);
});

test('a selector that Parca does not accept is refused with its words', () =>
  withParca(async (store) => {
    const type = 'process_cpu:cpu';
    const sentence = /^httpStatus: HOST responded with 400 .*profile-type selection must be of the form/;
    assert.match(await failureOf(merged(store, query({ type }))), sentence);
    assert.match(await failureOf(store.labelNames(query({ type }), never())), sentence);
  }));

test('an answer of another type than was asked for is an error', () =>
  withParca(async (store) => {
    const sentence = 'notAProfile: HOST answered with samples/count, and not with cpu/nanoseconds, which was asked for.';
    assert.equal(await failureOf(merged(store, query())), sentence);
  }, { sendsOther: true }));

test('each fault of a server or proxy has its sentence', () =>
  withParca(async (store, server) => {
    const types = () => failureOf(store.profileTypes(ALL, never()));
    const profiles = () => failureOf(merged(store, query()));
    const cases = [[401, /wants credentials/], [403, /does not allow this/], [500, /responded with 500/], [503, /responded with 503/]] as const;
    for (const [status, words] of cases) {
      server.fault = { kind: 'status', status };
      assert.match(await types(), words);
      assert.match(await profiles(), words);
    }
    server.fault = { kind: 'status', status: 429, retryAfter: '3600' };
    assert.match(await profiles(), /come back in 60 min/);
    server.fault = { kind: 'status', status: 429, retryAfter: '0', times: 1 };
    assert.equal(await profiles(), 'no failure');
    server.fault = { kind: 'cut' };
    assert.match(await types(), /^closed: /);
    assert.match(await profiles(), /^closed: /);
    for (const kind of ['empty', 'page'] as const) {
      server.fault = { kind };
      assert.match(await types(), /^notAProfile: HOST sent .*, not an answer of Parca: check the address/);
      assert.match(await profiles(), /^notAProfile: HOST sent .*, not an answer of Parca: check the address/);
    }
    server.fault = { kind: 'silent' };
    const controller = new AbortController();
    const waiting = store.profileTypes(ALL, controller.signal);
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(waiting, { name: 'AbortError' });
  }));

test('an address that is not of a Parca is an error, also where Parca would mean that there is no data', () =>
  withParca(async (_store, { address }) => {
    const other = new ParcaStore(new URL('/elsewhere', address), {}, undefined);
    assert.match(await failureOf(other.series(query(), { stepSeconds: 60 }, never())), /sent a web page, perhaps to log in, not an answer of Parca/);
  }));

test('the test of a source proposes the label of services unless the user has chosen one', async () => {
  await withParca(async (store, { address }) => {
    const proposed = 'Labels that may tell services apart: job: name one with "Edit Profile Store…".';
    assert.deepEqual((await new ParcaStore(address, {}, undefined).test(never())).notes, [proposed]);
    assert.deepEqual((await store.test(never())).notes, []);
  }, {}, [cpu(Date.now() - MINUTE, API)]);
});

test('a clock that differs is noted', () =>
  withParca(async (store, server) => {
    server.fault = { kind: 'skewed', minutes: -10 };
    const { notes } = await store.test(never());
    assert.match(notes.at(-1)!, /^The clock of .* is 10 min behind that of this machine: the last minutes may be missing\.$/);
    assert.match((await merged(store, query()))[0]!.notes.at(-1)!, /^The clock of /);
  }));

test('labels that usually name services are proposed, the likeliest first', () => {
  assert.deepEqual(likelyServiceLabels(['arch', 'comm', 'job', 'node']), ['job', 'comm']);
  assert.deepEqual(likelyServiceLabels(['arch']), []);
});
