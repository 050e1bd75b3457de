import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { toErrorShape } from '../../../src/engine/failures';
import { Memory } from '../../../src/engine/memory';
import { Store } from '../../../src/engine/store';
import { bytesOf, deepStack, manyFiles } from '../../conformance/hostile/inputs';
import { paperProfile } from '../report/paperProfile';

const BYTES = paperProfile({
  types: 'samples/count cpu/nanoseconds',
  stacks: `
    2 20 | leaf a.go:7 < main.main main.go:3
    1 10 | main.main main.go:4
  `,
});
const never = new AbortController().signal;

async function loaded() {
  const store = new Store();
  const source = { kind: 'bytes', bytes: gzipSync(BYTES) } as const;
  return { store, summary: await store.answer('load', { source }, never) };
}

test('a load answers with what a face may know without asking again', async () => {
  const { summary } = await loaded();
  assert.deepEqual(summary.totals, [3, 30]);
  assert.equal(summary.defaultSampleType, 1);
  assert.equal(summary.sampleCount, 2);
});

test('costs, files, top, flame window and frame source speak of the same profile', async () => {
  const { store, summary } = await loaded();
  const at = { profile: summary.id, sampleType: 1 };
  assert.deepEqual(await store.answer('files', at, never), ['a.go', 'main.go']);
  const [costs] = await store.answer('fileCosts', { ...at, files: ['main.go'] }, never);
  assert.deepEqual([[...costs.lines], [...costs.flat], [...costs.cum]], [[3, 4], [0, 10], [20, 10]]);
  const [first] = await store.answer('top', { ...at, order: 'cum', limit: 1 }, never);
  assert.deepEqual([first.function, first.flat, first.cum], ['main.main', 10, 30]);
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: 'leaf' };
  const window = await store.answer('flame', { ...at, ...view }, never);
  assert.equal(window.matchedValue, 20);
  const leaf = window.id[[...window.name].findIndex((name) => window.names[name] === 'leaf')];
  assert.deepEqual(await store.answer('frameSource', { ...at, frame: leaf }, never), {
    function: 'leaf',
    file: 'a.go',
    line: 7,
  });
});

test('stacks can start below a function of the harness, under a name of their own', async () => {
  const { store, summary } = await loaded();
  const from = { name: 'BenchmarkX', below: ['main.main'] };
  const view = { from, root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  const window = await store.answer('flame', { profile: summary.id, sampleType: 1, ...view }, never);
  assert.deepEqual([...window.name].map((name) => window.names[name]), ['BenchmarkX', 'leaf']);
  assert.deepEqual([...window.cum], [30, 20]);
});

test('an unloaded profile answers no more, and says so', async () => {
  const { store, summary } = await loaded();
  await store.answer('unload', { profile: summary.id }, never);
  await assert.rejects(store.answer('files', { profile: summary.id }, never), { reason: 'notLoaded' });
});

test('bytes that are no profile leave nothing behind and say what they are', async () => {
  const bytes = new TextEncoder().encode('<!doctype html><title>Log in</title>');
  const failure = new Store().answer('load', { source: { kind: 'bytes', bytes } }, never);
  const error: unknown = await failure.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { reason, message } = toErrorShape(error);
  assert.equal(reason, 'badProfile');
  assert.match(message, /web page/);
});

test('past the budget the profile that was not asked for the longest leaves memory, and comes back when asked', async () => {
  const store = new Store(1);
  const load = () => store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, never);
  const [first, second] = [await load(), await load()];
  assert.deepEqual(await store.answer('files', { profile: first.id }, never), ['a.go', 'main.go']);
  assert.deepEqual(await store.answer('files', { profile: second.id }, never), ['a.go', 'main.go']);
});

test('a file that changed since it left memory is not taken for the same profile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
  try {
    const path = join(folder, 'cpu.pprof');
    await writeFile(path, BYTES);
    const store = new Store(1);
    const { id } = await store.answer('load', { source: { kind: 'file', path } }, never);
    await store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, never);
    await writeFile(path, gzipSync(BYTES));
    await assert.rejects(store.answer('files', { profile: id }, never), { reason: 'notLoaded', message: /changed/ });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what is prepared ahead answers as what is made when asked for, for every sample type and start', async () => {
  const ahead = await loaded();
  while (ahead.store.prepare());
  const asked = await loaded();
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  for (const from of [undefined, 'main.main', { name: 'BenchmarkX', below: ['main.main'] }]) {
    for (const sampleType of [1, 0]) {
      const answers = await Promise.all([ahead, asked].map(async ({ store, summary: { id: profile } }) => ({
        flame: await store.answer('flame', { profile, sampleType, from, ...view }, never),
        costs: await store.answer('fileCosts', { profile, sampleType, files: ['main.go'] }, never),
        top: await store.answer('top', { profile, sampleType, order: 'flat', limit: 9 }, never),
      })));
      assert.deepEqual(answers[0], answers[1]);
      assert.equal(answers[0]!.flame.cum[0], [3, 30][sampleType]);
    }
  }
});

test('preparing leaves the flame graph in view as it is', async () => {
  const { store, summary: { id: profile } } = await loaded();
  const view = { profile, sampleType: 0, from: 'leaf', root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 9, search: '' };
  const first = await store.answer('flame', view, never);
  while (store.prepare());
  assert.deepEqual(await store.answer('flame', view, never), first);
});

const MB = 1024 ** 2;

/** A store whose thread always holds so much, whatever happens. */
function storeWith({ most, held = 0 }: { most: number; held?: number }): Store {
  const gauge = { held: () => ({ bytes: held * MB, heapShare: 0 }), collect: () => undefined };
  return new Store(undefined, new Memory(most * MB, gauge));
}

test('a profile that needs more than the limit is refused with the limit in the sentence', async () => {
  const source = { kind: 'bytes', bytes: gzipSync(bytesOf(deepStack(400_000))) } as const;
  await assert.rejects(storeWith({ most: 2 }).answer('load', { source }, never), {
    name: 'MemoryError',
    message: 'This profile needs more than 2 MB of memory.',
  });
  const { sampleCount } = await storeWith({ most: 300 }).answer('load', { source }, never);
  assert.equal(sampleCount, 1);
});

test('a gzip bomb is given up once it unpacks to more than the limit, whatever is in it', async () => {
  const bomb = { kind: 'bytes', bytes: gzipSync(Buffer.alloc(15 * MB, Uint8Array.of(0x80, 0x01, 0x01))) } as const;
  await assert.rejects(storeWith({ most: 10 }).answer('load', { source: bomb }, never), { name: 'MemoryError' });
});

test('other profiles leave before a profile is refused', async () => {
  let others = 0;
  const gauge = { held: () => ({ bytes: others, heapShare: 0 }), collect: () => undefined };
  const store = new Store(undefined, new Memory(20 * MB, gauge));
  const folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
  try {
    const path = join(folder, 'cpu.pprof');
    await writeFile(path, BYTES);
    const { id } = await store.answer('load', { source: { kind: 'file', path } }, never);
    await rm(path);
    assert.deepEqual(await store.answer('files', { profile: id }, never), ['a.go', 'main.go']);
    others = 20 * MB;
    const source = { kind: 'bytes', bytes: bytesOf(deepStack(400_000)) } as const;
    await assert.rejects(store.answer('load', { source }, never), { name: 'MemoryError' });
    others = 0;
    await assert.rejects(store.answer('files', { profile: id }, never), { reason: 'notLoaded' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('work that holds the thread hears a cancel', async () => {
  const store = new Store();
  const source = { kind: 'bytes', bytes: bytesOf(deepStack(400_000)) } as const;
  const { id } = await store.answer('load', { source }, never);
  const controller = new AbortController();
  let heard = 0;
  const hear = () => {
    if (++heard === 5) controller.abort();
  };
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  const flame = store.answer('flame', { profile: id, sampleType: 0, ...view }, controller.signal, hear);
  await assert.rejects(flame, { name: 'AbortError' });
  assert.equal(heard, 5);
});

test('a store takes over what another one held, and gives no number twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecost-unit-'));
  try {
    const source = { kind: 'file', path: join(folder, 'cpu.pprof') } as const;
    await writeFile(source.path, BYTES);
    const first = new Store();
    const { id } = await first.answer('load', { source }, never);
    const second = new Store();
    const stamp = first.stampOf(id);
    second.resume(id + 1, [{ profile: id, source, stamp }]);
    assert.deepEqual(await second.answer('files', { profile: id }, never), ['a.go', 'main.go']);
    assert.equal((await second.answer('load', { source }, never)).id, id + 1);
    await writeFile(source.path, gzipSync(BYTES));
    const third = new Store();
    third.resume(id + 1, [{ profile: id, source, stamp }]);
    await assert.rejects(third.answer('files', { profile: id }, never), { reason: 'notLoaded', message: /changed/ });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('of very many file names a face gets as many as it can take, spread over all', async () => {
  const store = new Store();
  const source = { kind: 'bytes', bytes: bytesOf(manyFiles(25_000)) } as const;
  const { id } = await store.answer('load', { source }, never);
  const files = await store.answer('files', { profile: id }, never);
  assert.equal(new Set(files).size, 20_000);
  assert.match(files.at(-1)!, /\/m\/p999/);
});
