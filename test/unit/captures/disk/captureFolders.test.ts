import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { type CaptureRecord, CaptureStore } from '../../../../src/captures/disk/captureStore';
import { OWNER } from '../../../../src/captures/disk/ownerInName';
import { useTempFolder } from '../../../shared/measuringScene';

const CPU = { label: 'cpu', fileName: 'cpu.pprof' };
const MEMORY = { label: 'memory', fileName: 'memory.pprof' };
const SOURCES = new Map([['/a.go', 'package a']]);

/** A store whose folder cannot be created until `freeDisk` is called, and an empty folder for temporary files. */
function fullStore(context: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'linecost-full-'));
  const [folder, temp] = [path.join(root, 'runs'), path.join(root, 'temp')];
  mkdirSync(temp);
  writeFileSync(folder, '');
  useTempFolder(context, temp);
  const reasons: NodeJS.ErrnoException[] = [];
  const store = new CaptureStore(folder, 30, [], (reason) => reasons.push(reason as NodeJS.ErrnoException));
  context.after(() => {
    store.dispose();
    rmSync(root, { recursive: true, force: true });
  });
  return { store, folder, temp, reasons, freeDisk: () => rmSync(folder) };
}

function recordOf(id: string, profiles = [CPU, MEMORY]): CaptureRecord {
  return { id, title: `Benchmark${id}`, capturedAt: 1, profiles, results: [] };
}

async function save(store: CaptureStore, id: string): Promise<void> {
  await store.saveProfile(id, CPU, Uint8Array.of(1));
  await store.saveProfile(id, MEMORY, Uint8Array.of(2));
  await store.save(recordOf(id), SOURCES);
}

const bytesOf = async (store: CaptureStore, id: string) => {
  const { profilePaths } = (await store.read(id))!;
  return Promise.all(profilePaths.map(async (file) => [...(await readFile(file))]));
};

test('a capture that cannot be saved is complete until the session ends', async (context) => {
  const { store, temp, reasons } = fullStore(context);
  await save(store, 'a');
  assert.deepEqual(reasons.map(({ code }) => code), ['ENOTDIR']);
  assert.deepEqual(await store.list(), [recordOf('a')]);
  assert.deepEqual(await bytesOf(store, 'a'), [[1], [2]]);
  assert.deepEqual((await store.read('a'))!.sources, SOURCES);
  assert.deepEqual([...(await readFile(store.pathOf('a', MEMORY)))], [2]);
  assert.equal(store.isUnsaved('a'), true);
  store.dispose();
  assert.deepEqual(readdirSync(temp), []);
});

test('a capture whose second profile or record cannot be written keeps the first one', async (context) => {
  const { store, folder, reasons, freeDisk } = fullStore(context);
  freeDisk();
  mkdirSync(path.join(folder, 'a', MEMORY.fileName), { recursive: true });
  mkdirSync(path.join(folder, 'b', 'run.json'), { recursive: true });
  await save(store, 'a');
  await save(store, 'b');
  assert.equal(reasons.length, 2);
  for (const id of ['a', 'b']) assert.deepEqual(await bytesOf(store, id), [[1], [2]]);
});

test('unsaved captures can be saved later, and are saved with the next capture', async (context) => {
  const { store, folder, freeDisk } = fullStore(context);
  await save(store, 'a');
  const loaded = store.pathOf('a', CPU);
  await assert.rejects(store.saveUnsaved(), { code: 'ENOTDIR' });
  assert.equal(store.isUnsaved('a'), true);
  await store.change('a', { title: 'before' });
  freeDisk();
  await save(store, 'b');
  assert.deepEqual([store.isUnsaved('a'), store.isUnsaved('b')], [false, false]);
  const other = new CaptureStore(folder, 30);
  assert.deepEqual((await other.list()).map(({ title }) => title).sort(), ['Benchmarkb', 'before']);
  assert.deepEqual(await bytesOf(other, 'a'), [[1], [2]]);
  assert.deepEqual((await other.read('a'))!.sources, SOURCES);
  // The worker may read the loaded profile again.
  assert.equal(existsSync(loaded), true);
});

test('an unsaved capture can be removed', async (context) => {
  const { store, temp } = fullStore(context);
  await save(store, 'a');
  await store.remove('a');
  assert.deepEqual(await store.list(), []);
  const [session] = readdirSync(temp);
  assert.deepEqual(readdirSync(path.join(temp, session!)).filter((name) => !name.startsWith('.')), []);
});

test('if there can be no temporary folder either, the error is that of the captures\' folder', async (context) => {
  const { store, temp, reasons } = fullStore(context);
  rmSync(temp, { recursive: true });
  await assert.rejects(store.saveProfile('a', CPU, Uint8Array.of(1)), { code: 'ENOTDIR' });
  await assert.rejects(store.save(recordOf('a', []), SOURCES), { code: 'ENOTDIR' });
  assert.deepEqual([reasons, await store.list(), store.isUnsaved('a')], [[], [], false]);
});

test('the temporary folder of a killed session is removed at the next start, and those in use are not', async (context) => {
  const { store, temp } = fullStore(context);
  await save(store, 'a');
  const own = readdirSync(temp);
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const [killed, reused, other] = [dead, process.pid, process.ppid].map((pid) => {
    const name = `linecost-unsaved-${OWNER.replace(/\d+$/, String(pid))}-abcdef`;
    mkdirSync(path.join(temp, name));
    return name;
  });
  await new CaptureStore(path.join(temp, 'runs'), 30).start();
  assert.deepEqual(readdirSync(temp).sort(), [...own, other!].sort());
  assert.equal([killed, reused].some((name) => existsSync(path.join(temp, name!))), false);
});
