import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { type RunRecord, RunStore } from '../../../src/bench/runStore';

async function storeIn(context: TestContext): Promise<{ folder: string; store: RunStore }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-runs-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return { folder: path.join(folder, 'runs'), store: new RunStore(path.join(folder, 'runs'), 3) };
}

function record(id: string, capturedAt: number): RunRecord {
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }];
  return { id, title: `Benchmark${id}`, capturedAt, profiles, results: [] };
}

async function save(store: RunStore, id: string, capturedAt: number, spared?: string): Promise<void> {
  const run = record(id, capturedAt);
  await store.keepProfile(id, run.profiles[0]!, Uint8Array.of(1, 2));
  await store.save(run, new Map([['/a.go', 'package a']]), spared);
}

test('where nothing was kept, the list is empty', async (context) => {
  const { store } = await storeIn(context);
  assert.deepEqual(await store.list(), []);
});

test('runs are listed from the newest on; what cannot be read is left out', async (context) => {
  const { folder, store } = await storeIn(context);
  await save(store, 'a', 1);
  await save(store, 'b', 2);
  await save(store, 'c', 3);
  await writeFile(path.join(folder, 'b', 'run.json'), '{');
  assert.deepEqual((await store.list()).map(({ id }) => id), ['c', 'a']);
});

test('a run keeps its profiles and sources when it gets another name', async (context) => {
  const { store } = await storeIn(context);
  await save(store, 'a', 1);
  await store.update({ ...record('a', 1), title: 'before the change' });
  const stored = await store.read('a');
  assert.equal(stored!.title, 'before the change');
  assert.deepEqual([...stored!.sources], [['/a.go', 'package a']]);
  assert.deepEqual([...(await readFile(stored!.profilePaths[0]!))], [1, 2]);
});

test('a run that is gone is not brought back by an update', async (context) => {
  const { folder, store } = await storeIn(context);
  await save(store, 'a', 1);
  await store.remove('a');
  await store.update(record('a', 1));
  assert.equal(existsSync(path.join(folder, 'a')), false);
  assert.equal(await store.read('a'), undefined);
});

test('the oldest runs leave when there are too many', async (context) => {
  const { store } = await storeIn(context);
  for (const [i, id] of ['a', 'b', 'c', 'd'].entries()) await save(store, id, i);
  assert.deepEqual((await store.list()).map(({ id }) => id), ['d', 'c', 'b']);
});

test('a run that is spared stays, though it is the oldest of too many', async (context) => {
  const { store } = await storeIn(context);
  for (const [i, id] of ['a', 'b', 'c'].entries()) await save(store, id, i);
  await save(store, 'd', 3, 'a');
  assert.deepEqual((await store.list()).map(({ id }) => id), ['d', 'c', 'b', 'a']);
});

test('a run that is still measured is not listed, and neither counted nor removed when others are saved', async (context) => {
  const { store } = await storeIn(context);
  const path = await store.keepProfile('b', record('b', 1).profiles[0]!, Uint8Array.of(7));
  for (const [i, id] of ['a', 'c', 'd'].entries()) await save(store, id, i);
  assert.deepEqual((await store.list()).map(({ id }) => id), ['d', 'c', 'a']);
  assert.equal(await store.read('b'), undefined);
  assert.deepEqual([...(await readFile(path))], [7]);
});

test('what was measured for a run that never came to an end is removed a day later', async (context) => {
  const { folder, store } = await storeIn(context);
  await store.keepProfile('b', record('b', 1).profiles[0]!, Uint8Array.of(7));
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600;
  await utimes(path.join(folder, 'b'), twoDaysAgo, twoDaysAgo);
  await save(store, 'c', 2);
  assert.equal(existsSync(path.join(folder, 'b')), false);
});
