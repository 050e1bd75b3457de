import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { toErrorShape } from '../../../src/engine/failures';
import { Memory, type MemoryGauge } from '../../../src/engine/memoryUse';
import { nodeRuntime, NodeStore } from '../../../src/engine/node/nodeStore';
import type { Runtime } from '../../../src/engine/runtime';
import { Store } from '../../../src/engine/store';
import { bytesOf, deepStack, manyFiles } from '../../conformance/hostile/inputs';
import { profileFromText } from '../../shared/profileFromText';

const BYTES = profileFromText({
  types: 'samples/count cpu/nanoseconds',
  stacks: `
    2 20 | leaf a.go:7 < main.main main.go:3
    1 10 | main.main main.go:4
  `,
});
const neverAborted = new AbortController().signal;
const TABLE = { options: {}, sort: 'cum', direction: 'size', search: '', find: '', from: 0, limit: 9 } as const;

async function loaded() {
  const store = new NodeStore();
  const source = { kind: 'bytes', bytes: gzipSync(BYTES) } as const;
  return { store, summary: await store.answer('load', { source }, neverAborted) };
}

test('the answer to a load has the totals, the default sample type and the number of samples', async () => {
  const { summary } = await loaded();
  assert.deepEqual(summary.totals, [3, 30]);
  assert.equal(summary.defaultSampleType, 1);
  assert.equal(summary.sampleCount, 2);
});

test('costs, files, table, flame graph and frame source describe the same profile', async () => {
  const { store, summary } = await loaded();
  const query = { profile: summary.id, sampleType: 1 };
  assert.deepEqual(await store.answer('files', query, neverAborted), ['a.go', 'main.go']);
  const [costs] = await store.answer('fileCosts', { ...query, files: ['main.go'] }, neverAborted);
  assert.deepEqual([[...costs.lines], [...costs.flat], [...costs.cum]], [[3, 4], [0, 10], [20, 10]]);
  const table = await store.answer('table', { ...query, ...TABLE, limit: 1 }, neverAborted);
  assert.deepEqual([table.name, [...table.flat], [...table.cum]], [['main.main'], [10], [30]]);
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: 'leaf' };
  const window = await store.answer('flame', { ...query, ...view }, neverAborted);
  assert.equal(window.matchedValue, 20);
  const leaf = window.id[[...window.name].findIndex((name) => window.names[name] === 'leaf')];
  assert.deepEqual(await store.answer('frameSource', { ...query, frame: leaf }, neverAborted), {
    function: 'leaf',
    file: 'a.go',
    line: 7,
  });
});

test('if the code of other reports cannot be loaded, a profile still has its costs, and the next report tries again', async () => {
  let isBroken = true;
  const runtime: Runtime = {
    ...nodeRuntime,
    reportCode: () => (isBroken ? Promise.reject(new Error('The file is missing.')) : nodeRuntime.reportCode()),
  };
  const gauge = { usage: () => ({ bytes: 0, heapShare: 0 }), collect: () => {}, collectInBackground: () => {} };
  const store = new Store(runtime, new Memory(2 ** 30, gauge));
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, neverAborted);
  const table = () => store.answer('table', { profile, sampleType: 1, ...TABLE }, neverAborted);
  await assert.rejects(table(), /missing/);
  const [costs] = await store.answer('fileCosts', { profile, sampleType: 1, files: ['main.go'] }, neverAborted);
  assert.deepEqual([...costs!.cum], [20, 10]);
  isBroken = false;
  assert.deepEqual([...(await table()).cum], [30, 20]);
});

test('a window has the frames of few samples if asked to await them, and later windows have them at once', async () => {
  const { store, summary } = await loaded();
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  const fewOf = async (changes: object) => {
    const query = { profile: summary.id, sampleType: 1, ...view, ...changes };
    const { fewSamples } = await store.answer('flame', query, neverAborted);
    return fewSamples && [...fewSamples];
  };
  assert.equal(await fewOf({}), undefined);
  assert.deepEqual(await fewOf({ awaitSamples: true }), [3, 3, 2]);
  assert.deepEqual(await fewOf({ search: 'leaf' }), [3, 3, 2]);
  assert.deepEqual(await fewOf({ from: 'main.main', callers: true, awaitSamples: true }), [3, 2]);
  assert.deepEqual(await fewOf({ from: 'leaf', callers: true, awaitSamples: true }), [2, 2]);
});

test('a flame graph can start below a function, with another name for its root', async () => {
  const { store, summary } = await loaded();
  const from = { name: 'BenchmarkX', below: ['main.main'] };
  const view = { from, root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  const window = await store.answer('flame', { profile: summary.id, sampleType: 1, ...view }, neverAborted);
  assert.deepEqual([...window.name].map((name) => window.names[name]), ['BenchmarkX', 'leaf']);
  assert.deepEqual([...window.cum], [30, 20]);
});

test('a query about an unloaded profile fails with the reason notLoaded', async () => {
  const { store, summary } = await loaded();
  await store.answer('unload', { profile: summary.id }, neverAborted);
  await assert.rejects(store.answer('files', { profile: summary.id }, neverAborted), { reason: 'notLoaded' });
});

test('bytes that are not a profile are refused with a message that says what they are', async () => {
  const bytes = new TextEncoder().encode('<!doctype html><title>Log in</title>');
  const failure = new NodeStore().answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  const error: unknown = await failure.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { reason, message } = toErrorShape(error);
  assert.equal(reason, 'badProfile');
  assert.match(message, /web page/);
});

test('profiles that do not fit the budget together can all be queried', async () => {
  const store = new NodeStore(1);
  const load = () => store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, neverAborted);
  const [first, second] = [await load(), await load()];
  assert.deepEqual(await store.answer('files', { profile: first.id }, neverAborted), ['a.go', 'main.go']);
  assert.deepEqual(await store.answer('files', { profile: second.id }, neverAborted), ['a.go', 'main.go']);
});

test('a file that changed since its profile was unloaded is not used for that profile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
  try {
    const path = join(folder, 'cpu.pprof');
    await writeFile(path, BYTES);
    const store = new NodeStore(1);
    const { id } = await store.answer('load', { source: { kind: 'file', path } }, neverAborted);
    await store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, neverAborted);
    await writeFile(path, gzipSync(BYTES));
    await assert.rejects(store.answer('files', { profile: id }, neverAborted), { reason: 'notLoaded', message: /changed/ });
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function prepareAll(store: NodeStore): Promise<void> {
  await store.reportCode();
  assert.ok(store.prepare());
  while (store.prepare());
}

test('prepared reports equal reports made on demand, for every sample type and every start of the stacks', async () => {
  const prepared = await loaded();
  await prepareAll(prepared.store);
  const onDemand = await loaded();
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  for (const from of [undefined, 'main.main', { name: 'BenchmarkX', below: ['main.main'] }]) {
    for (const sampleType of [1, 0]) {
      const answers = await Promise.all([prepared, onDemand].map(async ({ store, summary: { id: profile } }) => ({
        flame: await store.answer('flame', { profile, sampleType, from, ...view }, neverAborted),
        costs: await store.answer('fileCosts', { profile, sampleType, files: ['main.go'] }, neverAborted),
        table: await store.answer('table', { profile, sampleType, ...TABLE }, neverAborted),
      })));
      assert.deepEqual(answers[0], answers[1]);
      assert.equal(answers[0]!.flame.cum[0], [3, 30][sampleType]);
    }
  }
});

test('preparing does not change the flame graph that is shown', async () => {
  const { store, summary: { id: profile } } = await loaded();
  const view = { profile, sampleType: 0, from: 'leaf', root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 9, search: '' };
  const first = await store.answer('flame', view, neverAborted);
  await prepareAll(store);
  assert.deepEqual(await store.answer('flame', view, neverAborted), first);
});

const MB = 1024 ** 2;

function gaugeOf(usedBytes: () => number): MemoryGauge {
  const usage = () => ({ bytes: usedBytes(), heapShare: 0 });
  return { usage, collect: () => undefined, collectInBackground: () => undefined };
}

/** A store with a memory limit in MB, whose thread uses no memory. */
function storeWithLimit(megabytes: number): NodeStore {
  return new NodeStore(undefined, new Memory(megabytes * MB, gaugeOf(() => 0)));
}

test('a profile that needs more than the limit is refused with a message that names the limit', async () => {
  const source = { kind: 'bytes', bytes: gzipSync(bytesOf(deepStack(400_000))) } as const;
  await assert.rejects(storeWithLimit(2).answer('load', { source }, neverAborted), {
    name: 'MemoryError',
    message: 'This profile needs more than 2 MB of memory.',
  });
  const { sampleCount } = await storeWithLimit(300).answer('load', { source }, neverAborted);
  assert.equal(sampleCount, 1);
});

test('a gzip bomb is refused once it unpacks to more than the limit, whatever it contains', async () => {
  const bomb = { kind: 'bytes', bytes: gzipSync(Buffer.alloc(15 * MB, Uint8Array.of(0x80, 0x01, 0x01))) } as const;
  await assert.rejects(storeWithLimit(10).answer('load', { source: bomb }, neverAborted), { name: 'MemoryError' });
});

test('other profiles are unloaded before a profile is refused', async () => {
  let usedBytes = 0;
  const store = new NodeStore(undefined, new Memory(20 * MB, gaugeOf(() => usedBytes)));
  const folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
  try {
    const path = join(folder, 'cpu.pprof');
    await writeFile(path, BYTES);
    const { id } = await store.answer('load', { source: { kind: 'file', path } }, neverAborted);
    await rm(path);
    assert.deepEqual(await store.answer('files', { profile: id }, neverAborted), ['a.go', 'main.go']);
    usedBytes = 20 * MB;
    const source = { kind: 'bytes', bytes: bytesOf(deepStack(400_000)) } as const;
    await assert.rejects(store.answer('load', { source }, neverAborted), { name: 'MemoryError' });
    usedBytes = 0;
    await assert.rejects(store.answer('files', { profile: id }, neverAborted), { reason: 'notLoaded' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('cancelling stops work that blocks the thread', async () => {
  const store = new NodeStore();
  const source = { kind: 'bytes', bytes: bytesOf(deepStack(400_000)) } as const;
  const { id } = await store.answer('load', { source }, neverAborted);
  const controller = new AbortController();
  let polls = 0;
  const poll = () => {
    if (++polls === 5) controller.abort();
  };
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  const flame = store.answer('flame', { profile: id, sampleType: 0, ...view }, controller.signal, poll);
  await assert.rejects(flame, { name: 'AbortError' });
  assert.equal(polls, 5);
});

test('a store takes over the profiles of another store, and assigns no id twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
  try {
    const source = { kind: 'file', path: join(folder, 'cpu.pprof') } as const;
    await writeFile(source.path, BYTES);
    const first = new NodeStore();
    const { id } = await first.answer('load', { source }, neverAborted);
    const second = new NodeStore();
    const stamp = first.stampOf(id);
    second.resume(id + 1, [{ profile: id, source, stamp }]);
    assert.deepEqual(await second.answer('files', { profile: id }, neverAborted), ['a.go', 'main.go']);
    assert.equal((await second.answer('load', { source }, neverAborted)).id, id + 1);
    await writeFile(source.path, gzipSync(BYTES));
    const third = new NodeStore();
    third.resume(id + 1, [{ profile: id, source, stamp }]);
    await assert.rejects(third.answer('files', { profile: id }, neverAborted), { reason: 'notLoaded', message: /changed/ });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('if a profile has too many file names, the answer is an evenly spaced selection of them', async () => {
  const store = new NodeStore();
  const source = { kind: 'bytes', bytes: bytesOf(manyFiles(25_000)) } as const;
  const { id } = await store.answer('load', { source }, neverAborted);
  const files = await store.answer('files', { profile: id }, neverAborted);
  assert.equal(new Set(files).size, 20_000);
  assert.match(files.at(-1)!, /\/m\/p999/);
});

test('a derived profile has the refined samples, and the totals of the whole profile', async () => {
  const { store, summary: { id } } = await loaded();
  await store.answer('derive', { profile: 100, of: { profile: id, refinement: { focus: 'leaf' } } }, neverAborted);
  const summary = await store.answer('summary', { profile: 100 }, neverAborted);
  assert.deepEqual([summary.id, summary.sampleCount, summary.totals, summary.unmatched], [100, 1, [3, 30], []]);
  const { total, lines } = await store.answer('hotLines', { profile: 100, sampleType: 1, order: 'cum', limit: 9 }, neverAborted);
  assert.deepEqual([total, lines.map(({ line, cum }) => [line, cum])], [30, [[7, 20], [3, 20]]]);
});

test('lines have the sample counts of the refined profile, and none with mean, drop_negative or divide_by', async () => {
  const { store, summary: { id } } = await loaded();
  const samplesUnder = async (profile: number, refinement: object) => {
    await store.answer('derive', { profile, of: { profile: id, refinement } }, neverAborted);
    const [main] = (await store.answer('fileSamples', { profile, sampleType: 1, files: ['main.go'] }, neverAborted)) ?? [];
    return main && [[...main.lines], [...main.flat], [...main.cum]];
  };
  assert.deepEqual(await samplesUnder(100, {}), [[3, 4], [0, 1], [2, 1]]);
  assert.deepEqual(await samplesUnder(101, { focus: 'leaf' }), [[3], [0], [2]]);
  const without = [{ mean: true }, { drop_negative: true }, { divide_by: 0.5 }];
  for (const [i, refinement] of without.entries()) assert.equal(await samplesUnder(102 + i, refinement), undefined);
});

test('relative_percentages makes totals those of the remaining samples, and divide_by divides values', async () => {
  const { store, summary: { id } } = await loaded();
  const refinement = { focus: 'leaf', hide: 'nothing', relative_percentages: true, divide_by: 8 };
  await store.answer('derive', { profile: 100, of: { profile: id, refinement } }, neverAborted);
  const summary = await store.answer('summary', { profile: 100 }, neverAborted);
  assert.deepEqual([summary.totals, summary.unmatched], [[0.25, 2.5], ['hide']]);
  const [costs] = await store.answer('fileCosts', { profile: 100, sampleType: 1, files: ['a.go'] }, neverAborted);
  assert.deepEqual([costs.total, [...costs.flat]], [2.5, [2.5]]);
});

test('a difference has negative costs, and the total of its base', async () => {
  const { store, summary: { id } } = await loaded();
  const smaller = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 5 | main.main main.go:4' });
  const source = { kind: 'bytes', bytes: smaller } as const;
  const { id: after } = await store.answer('load', { source }, neverAborted);
  const base = { profile: id, mode: 'diff_base', normalize: false } as const;
  await store.answer('derive', { profile: 100, of: { profile: after, base, refinement: {} } }, neverAborted);
  const [costs] = await store.answer('fileCosts', { profile: 100, sampleType: 1, files: ['main.go'] }, neverAborted);
  assert.deepEqual([costs.total, [...costs.lines], [...costs.cum]], [30, [3, 4], [-20, -5]]);
});

test('lines of a base that moved in the source are compared with the lines where they are now', async () => {
  const { store, summary: { id } } = await loaded();
  const later = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 15 | main.main main.go:14' });
  const { id: after } = await store.answer('load', { source: { kind: 'bytes', bytes: later } }, neverAborted);
  const moved = [{ file: 'main.go', moves: [{ from: 1, to: 11, count: Infinity }] }];
  const base = { profile: id, moved, mode: 'base', normalize: false } as const;
  await store.answer('derive', { profile: 100, of: { profile: after, base, refinement: {} } }, neverAborted);
  await store.answer('derive', { profile: 101, of: { profile: id, moved, refinement: {} } }, neverAborted);
  const linesOf = async (profile: number) => {
    const [costs] = await store.answer('fileCosts', { profile, sampleType: 1, files: ['main.go'] }, neverAborted);
    return [[...costs.lines], [...costs.cum]];
  };
  assert.deepEqual(await linesOf(100), [[13, 14], [-20, 5]]);
  assert.deepEqual(await linesOf(101), [[13, 14], [20, 10]]);
});

const failureOf = (answer: Promise<unknown>) => answer.then(() => assert.fail('the query was answered'), toErrorShape);

test('the error for an invalid refinement, or for a base that shares no function, names the field', async () => {
  const { store, summary: { id } } = await loaded();
  await store.answer('derive', { profile: 100, of: { profile: id, refinement: { hide: '(' } } }, neverAborted);
  const invalid = await failureOf(store.answer('summary', { profile: 100 }, neverAborted));
  assert.deepEqual([invalid.reason, invalid.field], ['badRefinement', 'hide']);
  const other = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 5 | other.main b.go:4' });
  const { id: base } = await store.answer('load', { source: { kind: 'bytes', bytes: other } }, neverAborted);
  const of = { profile: id, base: { profile: base, mode: 'base', normalize: false }, refinement: {} } as const;
  await store.answer('derive', { profile: 101, of }, neverAborted);
  const unrelated = await failureOf(store.answer('summary', { profile: 101 }, neverAborted));
  assert.deepEqual([unrelated.reason, unrelated.field], ['badRefinement', 'base']);
});

test('profiles of the same benchmark are compared even if they share no function, such as when one has a single sample', async () => {
  const { store, summary: { id } } = await loaded();
  const single = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '1 5 | runtime.malg proc.go:4' });
  const { id: base } = await store.answer('load', { source: { kind: 'bytes', bytes: single } }, neverAborted);
  const of = { profile: id, base: { profile: base, mode: 'diff_base', normalize: false, isSameSubject: true }, refinement: {} } as const;
  await store.answer('derive', { profile: 101, of }, neverAborted);
  const { sampleCount } = await store.answer('summary', { profile: 101 }, neverAborted);
  assert.ok(sampleCount > 0);
});

test('labels have the values of the sample type of the query', async () => {
  const { store, id } = await labeled();
  const query = { profile: id, sampleType: 1, search: '', limit: 10 };
  assert.deepEqual(await store.answer('labels', query, neverAborted), {
    total: 30,
    unit: 'nanoseconds',
    weight: 10,
    keys: [{ key: 'user', total: 20, matching: 1, count: 1, values: [{ name: 'ann', value: 20, isText: true }] }],
  });
  assert.equal((await store.answer('labels', { ...query, sampleType: 0 }, neverAborted)).keys[0]!.total, 2);
});

test('two equal derivations share one profile until both are unloaded', async () => {
  const { store, id } = await labeled();
  const of = { profile: id, refinement: { labels: [{ key: 'user', texts: ['ann'], ranges: [] }] } };
  const totalOf = async (profile: number) => (await store.answer('summary', { profile }, neverAborted)).sampleCount;
  for (const profile of [100, 101]) await store.answer('derive', { profile, of }, neverAborted);
  assert.equal(await totalOf(100), 1);
  await store.answer('unload', { profile: 100 }, neverAborted);
  // With the original profile unloaded, only profiles derived earlier can answer.
  await store.answer('unload', { profile: id }, neverAborted);
  assert.equal(await totalOf(101), 1);
});

async function labeled() {
  const store = new NodeStore();
  const stacks = '2 20 | leaf a.go:7 {user=ann}\n1 10 | main.main main.go:4';
  const bytes = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks });
  const { id } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  return { store, id };
}

test('with the option mean, lines and the total are means, which are truncated before they are divided', async () => {
  const store = new NodeStore();
  const stacks = '2 21 | f a.go:7 < m a.go:3\n3 10 | m a.go:3';
  const bytes = profileFromText({ types: 'objects/count space/bytes', stacks });
  const { id } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  const costsUnder = async (profile: number, refinement: object) => {
    await store.answer('derive', { profile, of: { profile: id, refinement } }, neverAborted);
    const [costs] = await store.answer('fileCosts', { profile, sampleType: 1, files: ['a.go'] }, neverAborted);
    const { total, lines: [hottest] } = await store.answer('hotLines', {
      profile, sampleType: 1, order: 'cum', limit: 1,
    }, neverAborted);
    return [costs.total, [...costs.lines], [...costs.flat], [...costs.cum], total, hottest?.cum];
  };
  assert.deepEqual(await costsUnder(100, { mean: true }), [6, [3, 7], [3, 10], [6, 10], 6, 10]);
  const quarters = await costsUnder(101, { mean: true, divide_by: 4 });
  assert.deepEqual(quarters, [1.5, [3, 7], [0.75, 2.5], [1.5, 2.5], 1.5, 2.5]);
  // The total is that of the whole profile, as without a mean.
  assert.equal((await costsUnder(102, { mean: true, focus: '^f$' }))[0], 6);
});

test('with drop_negative, negative lines are left out', async () => {
  const { store, summary: { id } } = await loaded();
  const stacks = '1 5 | main.main main.go:4\n3 30 | leaf a.go:8 < main.main main.go:9';
  const source = { kind: 'bytes', bytes: profileFromText({ types: 'samples/count cpu/nanoseconds', stacks }) } as const;
  const { id: after } = await store.answer('load', { source }, neverAborted);
  const base = { profile: id, mode: 'diff_base', normalize: false } as const;
  const of = { profile: after, base, refinement: { drop_negative: true } };
  await store.answer('derive', { profile: 100, of }, neverAborted);
  const [main, a] = await store.answer('fileCosts', { profile: 100, sampleType: 1, files: ['main.go', 'a.go'] }, neverAborted);
  assert.deepEqual([[...main.lines], [...a.lines]], [[9], [8]]);
});

test('frames that match the drop_frames of a profile are dropped', async () => {
  const stacks = '1 | alloc a.go:9 < main.main main.go:3';
  const bytes = profileFromText({ types: 'cpu/nanoseconds', stacks, dropFrames: 'alloc' });
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  const [main, alloc] = await store.answer('fileCosts', { profile, sampleType: 0, files: ['main.go', 'a.go'] }, neverAborted);
  assert.deepEqual([[...main.lines], [...main.flat], [...alloc.lines]], [[3], [1], []]);
});
