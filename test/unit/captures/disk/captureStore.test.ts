import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { type CaptureRecord, CaptureStore } from '../../../../src/captures/disk/captureStore';

/** A store that keeps at most three captures, in a new folder. */
async function newStore(context: TestContext): Promise<{ folder: string; store: CaptureStore }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-runs-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return { folder: path.join(folder, 'runs'), store: new CaptureStore(path.join(folder, 'runs'), 3) };
}

function record(id: string, capturedAt: number): CaptureRecord {
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }];
  return { id, title: `Benchmark${id}`, capturedAt, profiles, results: [] };
}

async function save(store: CaptureStore, id: string, capturedAt: number, spared?: string): Promise<void> {
  const capture = record(id, capturedAt);
  await store.saveProfile(id, capture.profiles[0]!, Uint8Array.of(1, 2));
  await store.save(capture, new Map([['/a.go', 'package a']]), spared === undefined ? [] : [spared]);
}

test('without captures the list is empty', async (context) => {
  const { store } = await newStore(context);
  assert.deepEqual(await store.list(), []);
});

test('captures are listed newest first, and unreadable captures are left out', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  await save(store, 'b', 2);
  await save(store, 'c', 3);
  await writeFile(path.join(folder, 'b', 'run.json'), '{');
  assert.deepEqual((await store.list()).map(({ id }) => id), ['c', 'a']);
});

test('a capture is newer than those before it even if the clock was set back, and keeps its own time', async (context) => {
  const { folder, store } = await newStore(context);
  const hour = 60 * 60_000;
  await save(store, 'a', Date.now() + hour);
  await save(store, 'b', Date.now());
  await save(store, 'c', Date.now());
  const listed = await new CaptureStore(folder, 3).list();
  assert.deepEqual(listed.map(({ id }) => id), ['c', 'b', 'a']);
  assert.ok(listed[0]!.capturedAt < listed[2]!.capturedAt);
  assert.equal(listed[2]!.sortedAt, undefined);
});

test('a capture without profiles is listed only if it has results', async (context) => {
  const { store } = await newStore(context);
  const { results } = parseBenchmarks('BenchmarkA-8 \t 10\t 3 ns/op\nPASS\n');
  const suite = { name: 'package a', startedAt: 5 };
  const measured = { ...record('a', 1), profiles: [], results, suite };
  await store.save(measured, new Map());
  await store.save({ ...record('b', 2), profiles: [] }, new Map());
  assert.deepEqual(await store.list(), [measured]);
  const read = await store.read('a');
  assert.deepEqual([read!.profilePaths, read!.suite, read!.sources.size], [[], suite, 0]);
});

test('a renamed capture keeps its profiles and sources', async (context) => {
  const { store } = await newStore(context);
  await save(store, 'a', 1);
  await store.update({ ...record('a', 1), title: 'before the change' });
  const stored = await store.read('a');
  assert.equal(stored!.title, 'before the change');
  assert.deepEqual([...stored!.sources], [['/a.go', 'package a']]);
  assert.deepEqual([...(await readFile(stored!.profilePaths[0]!))], [1, 2]);
});

test('conditions, output and earlier results are stored, and a record with invalid values is not listed', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  const values = [{ value: 1.5, unit: 'ns/op' }];
  const result = { name: 'BenchmarkA', baseName: 'BenchmarkA', subName: '', procs: 1, iterations: 9, values, config: {}, line: 3 };
  const turns = { base: { id: 'z', capturedAt: 1 }, before: [result], wanted: 10, stopped: 'cancelled' as const, notes: ['Busy.'] };
  const conditions = { goVersion: 'go1.26.8', maxProcs: 8, flags: ['-tags=a'], git: { commit: 'abc', isDirty: true } };
  const misfit = { text: 'BenchmarkA sets b.N (a_test.go:12).', place: { file: '/w/a_test.go', line: 12 } };
  const complete = { ...record('a', 1), results: [result], conditions, output: 'BenchmarkA 9 1.5 ns/op\n', turns, misfit };
  await store.update(complete);
  assert.deepEqual(await store.list(), [complete]);
  for (const invalid of [{ turns: { ...turns, before: [1] } }, { conditions: { maxProcs: '8' } }, { output: 1 }, { misfit: {} }]) {
    await writeFile(path.join(folder, 'a', 'run.json'), JSON.stringify({ ...complete, ...invalid }));
    assert.deepEqual(await store.list(), []);
  }
});

test('a record of format 1 is read, and captures of a newer format are left on disk and counted', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  await save(store, 'b', 2);
  const file = (id: string) => path.join(folder, id, 'run.json');
  const turns = { base: { id: 'z', capturedAt: 1 }, before: [], wanted: 10, notes: [] };
  await writeFile(file('a'), JSON.stringify({ ...record('a', 1), again: turns }));
  const newer = (await readFile(file('b'), 'utf8')).replace('"formatVersion":2', '"formatVersion":3');
  await writeFile(file('b'), newer);
  assert.deepEqual(await store.list(), [{ ...record('a', 1), turns }]);
  assert.deepEqual([store.newerCount, await store.read('b')], [1, undefined]);
  await store.change('a', { title: 'renamed' });
  assert.match(await readFile(file('a'), 'utf8'), /^\{"formatVersion":2,.*"turns":/);
  assert.equal(await readFile(file('b'), 'utf8'), newer);
});

test('NaN and infinite figures are stored, and a figure that an earlier version stored as null reads as NaN', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  const values = [NaN, Infinity, -Infinity, 2].map((value) => ({ value, unit: 'x' }));
  const config = { value: 'NaN' };
  const result = { name: 'BenchmarkA', baseName: 'BenchmarkA', subName: '', procs: 1, iterations: 9, values, config, line: 3 };
  const turns = { base: { id: 'z', capturedAt: 1 }, before: [result], wanted: 10, notes: ['NaN'] };
  const complete = { ...record('a', 1), title: 'NaN', results: [result], turns };
  await store.update(complete);
  assert.deepEqual(await store.list(), [complete]);
  const file = path.join(folder, 'a', 'run.json');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/:"-?(NaN|Infinity)","unit/g, ':null,"unit'));
  const [earlier] = await store.list();
  assert.deepEqual(earlier!.results[0]!.values.map(({ value }) => value), [NaN, NaN, NaN, 2]);
  assert.deepEqual(earlier!.results[0]!.config, config);
  await writeFile(file, (await readFile(file, 'utf8')).replace(':null,"unit', ':"many","unit'));
  assert.deepEqual(await store.list(), []);
});

test('pinned captures do not count towards the limit, and the capture just saved stays even if it is the oldest', async (context) => {
  const { store } = await newStore(context);
  await save(store, 'b', 1);
  await store.update({ ...record('b', 1), isPinned: true });
  for (const [i, id] of ['c', 'd', 'e', 'f'].entries()) await save(store, id, i + 2);
  const listed = async () => (await store.list()).map(({ id }) => id);
  assert.deepEqual(await listed(), ['f', 'e', 'd', 'b']);
  await save(store, 'a', 0);
  assert.deepEqual(await listed(), ['f', 'e', 'd', 'b', 'a']);
});

test('an update does not bring back a deleted capture', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  await store.remove('a');
  await store.update(record('a', 1));
  assert.equal(existsSync(path.join(folder, 'a')), false);
  assert.equal(await store.read('a'), undefined);
});

test('the oldest captures above the limit are deleted', async (context) => {
  const { store } = await newStore(context);
  for (const [i, id] of ['a', 'b', 'c', 'd'].entries()) await save(store, id, i);
  assert.deepEqual((await store.list()).map(({ id }) => id), ['d', 'c', 'b']);
});

test('a spared capture is not deleted, although it is the oldest above the limit', async (context) => {
  const { store } = await newStore(context);
  for (const [i, id] of ['a', 'b', 'c'].entries()) await save(store, id, i);
  await save(store, 'd', 3, 'a');
  assert.deepEqual((await store.list()).map(({ id }) => id), ['d', 'c', 'b', 'a']);
});

test('an unfinished capture is not listed, and is neither counted nor deleted when other captures are saved', async (context) => {
  const { store } = await newStore(context);
  const path = await store.saveProfile('b', record('b', 1).profiles[0]!, Uint8Array.of(7));
  for (const [i, id] of ['a', 'c', 'd'].entries()) await save(store, id, i);
  assert.deepEqual((await store.list()).map(({ id }) => id), ['d', 'c', 'a']);
  assert.equal(await store.read('b'), undefined);
  assert.deepEqual([...(await readFile(path))], [7]);
});

const INVALID_RECORDS: Readonly<Record<string, unknown>> = {
  'null': null,
  'a number': 5,
  'a list': [],
  'a string': 'capture',
  'an empty object': {},
  'another id': { ...record('other', 1) },
  'no title': { ...record('x', 1), title: undefined },
  'a time that is not a number': { ...record('x', 1), capturedAt: 'now' },
  'an invalid time': { ...record('x', 1), capturedAt: 1e300 },
  'neither profiles nor results': { ...record('x', 1), profiles: [] },
  'a null profile': { ...record('x', 1), profiles: [null] },
  'a profile outside of the folder': { ...record('x', 1), profiles: [{ label: 'cpu', fileName: '../../secret' }] },
  'an invalid total': { ...record('x', 1), profiles: [{ label: 'cpu', fileName: 'cpu.pprof', total: 5 }] },
  'a null result': { ...record('x', 1), results: [null] },
  'invalid results': { ...record('x', 1), results: {} },
  'an invalid target': { ...record('x', 1), target: 'BenchmarkX' },
  'an invalid setup': { ...record('x', 1), setup: { function: 'f', file: 'f.go', lines: [[1]] } },
};

for (const [description, value] of Object.entries(INVALID_RECORDS)) {
  test(`an invalid record (${description}) is not listed, and other captures are`, async (context) => {
    const { folder, store } = await newStore(context);
    await save(store, 'a', 1);
    await save(store, 'x', 2);
    await writeFile(path.join(folder, 'x', 'run.json'), JSON.stringify(value));
    assert.deepEqual((await store.list()).map(({ id }) => id), ['a']);
    assert.equal(await store.read('x'), undefined);
    await save(store, 'c', 3);
    await store.remove('x');
    assert.deepEqual((await store.list()).map(({ id }) => id), ['c', 'a']);
    assert.equal(existsSync(path.join(folder, 'x')), false);
  });
}

test('unreadable captures do not count towards the limit, and are deleted if older than the captures that remain', async (context) => {
  const { folder, store } = await newStore(context);
  for (const [i, id] of ['a', 'b', 'c'].entries()) await save(store, id, i);
  for (const id of ['b', 'c']) await writeFile(path.join(folder, id, 'run.json'), 'null');
  for (const [i, id] of ['d', 'e'].entries()) await save(store, id, i + 3);
  assert.deepEqual((await store.list()).map(({ id }) => id), ['e', 'd', 'a']);
  await save(store, 'f', 5);
  assert.deepEqual((await readdir(folder)).filter((name) => !name.startsWith('.')).sort(), ['d', 'e', 'f']);
});

test('a capture with unreadable sources still has its profiles', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  for (const text of ['{', 'null', '5', '{}', '[5]', '[["/a.go"]]', '[["/a.go", 5]]']) {
    await writeFile(path.join(folder, 'a', 'sources.json'), text);
    assert.deepEqual((await store.read('a'))?.sources, new Map(), text);
  }
  await writeFile(path.join(folder, 'a', 'sources.json'), '[null, ["/a.go", "package a"]]');
  assert.deepEqual([...(await store.read('a'))!.sources], [['/a.go', 'package a']]);
});

test('an id with .. does not read outside of the folder', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  const other = new CaptureStore(path.join(folder, 'a'), 30);
  assert.equal(await other.read('../a'), undefined);
  assert.equal(await other.read('..'), undefined);
});

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/** Renames the unfinished captures of this process as if process `pid` had made them. */
async function renameFor(folder: string, pid: number): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.basename(name);
    const ownSuffix = new RegExp(`-${process.pid}(?=$|-)`);
    if (ownSuffix.test(file)) await rename(path.join(folder, name), path.join(folder, path.dirname(name), file.replace(ownSuffix, `-${pid}`)));
  }
}

/** A store whose folder has the saved capture `a`, and the unfinished capture `b` of process `pid`. */
async function storeWithDraft(context: TestContext, pid: number): Promise<{ folder: string; store: CaptureStore }> {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  await store.saveProfile('b', record('b', 1).profiles[0]!, Uint8Array.of(7));
  const copy = `${folder}-copy`;
  await cp(folder, copy, { recursive: true });
  await renameFor(copy, pid);
  return { folder: copy, store: new CaptureStore(copy, 30) };
}

test('unfinished files of a killed process are removed at the next start', async (context) => {
  const { folder, store } = await storeWithDraft(context, deadPid());
  await mkdir(path.join(folder, '.gone-x'));
  await writeFile(path.join(folder, '.gone-x', 'run.json'), JSON.stringify(record('.gone-x', 1)));
  await writeFile(path.join(folder, 'a', 'run.json.new'), '{');
  await utimes(path.join(folder, 'a', 'run.json.new'), 0, 0);
  assert.deepEqual((await store.list()).map(({ id }) => id), ['a']);
  assert.deepEqual((await readdir(folder, { recursive: true })).sort(), [
    '.changed',
    'a',
    'a/cpu.pprof',
    'a/run.json',
    'a/sources.json',
  ]);
});

test('unfinished captures of an earlier process with the same id are removed at the next start', async (context) => {
  const { folder, store } = await storeWithDraft(context, process.pid);
  await store.start();
  assert.equal(existsSync(path.join(folder, 'b')), false);
});

test('an unfinished capture of another window is not removed', async (context) => {
  const { folder, store } = await storeWithDraft(context, process.ppid);
  await store.start();
  await save(store, 'c', 1);
  assert.deepEqual([...(await readFile(path.join(folder, 'b', 'cpu.pprof')))], [7]);
});

test('a half-written folder without an owner is removed at the next start', async (context) => {
  const { folder, store } = await newStore(context);
  await mkdir(path.join(folder, 'b'), { recursive: true });
  await writeFile(path.join(folder, 'b', 'cpu.pprof'), 'x');
  await store.start();
  assert.equal(existsSync(path.join(folder, 'b')), false);
});

test('readers see one of the records written at the same time, never a mixture', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  const other = new CaptureStore(folder, 30);
  const titles = Array.from({ length: 100 }, (_, i) => `${i} `.repeat(20_000));
  let isDone = false;
  const writing = Promise.all(titles.map((title, i) => (i % 2 ? store : other).update({ ...record('a', 1), title })));
  void writing.finally(() => (isDone = true));
  while (!isDone) {
    const [capture] = await store.list();
    assert.ok(capture && (titles.includes(capture.title) || capture.title === 'Benchmarka'));
  }
  await writing;
  assert.deepEqual(await readdir(path.join(folder, 'a')), ['cpu.pprof', 'run.json', 'sources.json']);
});

test('two stores that start at the same time move the captures of another folder only once', async (context) => {
  const { folder, store } = await newStore(context);
  await save(store, 'a', 1);
  await store.saveProfile('unfinished', record('unfinished', 1).profiles[0]!, Uint8Array.of(7));
  const stores = [new CaptureStore(`${folder}-base`, 9, [folder]), new CaptureStore(`${folder}-base`, 9, [folder])];
  await Promise.all(stores.map((target) => target.start()));
  await save(stores[0]!, 'b', 2);
  for (const target of stores) assert.deepEqual((await target.list()).map(({ id }) => id), ['b', 'a']);
  assert.deepEqual([...(await stores[0]!.read('a'))!.sources], [['/a.go', 'package a']]);
  assert.deepEqual(await store.list(), []);
});
