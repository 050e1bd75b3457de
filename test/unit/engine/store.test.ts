import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { toErrorShape } from '../../../src/engine/failures';
import { Store } from '../../../src/engine/store';
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
