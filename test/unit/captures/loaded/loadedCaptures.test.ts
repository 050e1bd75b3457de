import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { FakeMemento } from '../../../shared/fakeStorage';
import {
  CPU, MEMORY, newStorage, openWindow, scene, measuring, measure, baselineOf, titles, uriOf, fileIn,
} from './loadedCapturesScene';

test('a capture becomes active and is stored with its totals and sources', async (context) => {
  const { captures, session, shown } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  assert.equal(session.active?.capture, capture);
  assert.equal(shown(), 'BenchmarkA cpu');
  const [record] = await captures.records();
  assert.deepEqual([record.id, record.title], [capture.id, 'BenchmarkA']);
  assert.deepEqual(record.profiles.map(({ total }) => total), [
    { type: 'cpu', unit: 'nanoseconds', value: 5 },
    { type: 'inuse_space', unit: 'bytes', value: 3 },
  ]);
  assert.equal(existsSync(captures.captureFile(record, record.profiles[0]).fsPath), true);
});

test('a new capture replaces the active capture, whose profiles are unloaded', async (context) => {
  const { captures, engine, shown } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  await measure(captures, measuring('BenchmarkB', CPU));
  assert.equal(shown(), 'BenchmarkB cpu');
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof']);
});

test('a window reload restores the active capture with its chosen sample type', async (context) => {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  const capture = await measure(before.captures, measuring('BenchmarkA', CPU, MEMORY));
  before.session.choose(capture.profiles[1].summary.id, 0);
  const after = await openWindow(context, storage);
  await Promise.all([after.captures.restore(), after.captures.restore()]);
  assert.equal(after.shown(), 'BenchmarkA alloc_space');
  assert.equal(after.session.active?.capture.sources.get('/w/a.go'), 'package BenchmarkA');
  assert.deepEqual(after.engine.loadedFiles, ['cpu.pprof', 'memory.pprof']);
});

test('after a clear, a window reload restores nothing', async (context) => {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  await measure(before.captures, measuring('BenchmarkA', CPU));
  before.session.clear();
  assert.deepEqual(before.engine.loadedFiles, []);
  const after = await openWindow(context, storage);
  await after.captures.restore();
  assert.equal(after.shown(), undefined);
});

test('a new capture stays active if the last capture is restored meanwhile', async (context) => {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  await measure(before.captures, measuring('BenchmarkA', CPU));
  const after = await openWindow(context, storage);
  const restoring = after.captures.restore();
  await measure(after.captures, measuring('BenchmarkB', MEMORY));
  await restoring;
  assert.equal(after.shown(), 'BenchmarkB inuse_space');
  assert.deepEqual(after.engine.loadedFiles, ['memory.pprof']);
});

test('a damaged record is skipped, and opening it gives an error that says what to do', async (context) => {
  const { captures, folder } = await scene(context);
  await measure(captures, measuring('BenchmarkA', CPU));
  await mkdir(path.join(folder, 'runs', 'broken'), { recursive: true });
  await writeFile(path.join(folder, 'runs', 'broken', 'run.json'), '{"id": "broken", "title":');
  assert.deepEqual(await titles(captures), ['BenchmarkA']);
  await assert.rejects(captures.openCapture('broken'), /can no longer be read. Delete it, and measure again/);
});

test('opening an earlier capture shows the chosen profile, and unloads the active capture', async (context) => {
  const { captures, engine, shown } = await scene(context);
  const first = await measure(captures, measuring('BenchmarkA', CPU, MEMORY));
  await measure(captures, measuring('BenchmarkB', CPU));
  await captures.openCapture(first.id, 'memory');
  assert.equal(shown(), 'BenchmarkA inuse_space');
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'memory.pprof']);
});

test('a capture that is the baseline stays loaded until the baseline is cleared', async (context) => {
  const { captures, engine, session } = await scene(context);
  const first = await measure(captures, measuring('BenchmarkA', MEMORY));
  session.compareWith(baselineOf(first));
  await measure(captures, measuring('BenchmarkA', CPU));
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'memory.pprof']);
  assert.equal(await captures.captureOf(first.id), first);
  session.compareWith(undefined);
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof']);
});

test('a new name is stored on disk, and shown in views and the baseline', async (context) => {
  const { captures, session, shown } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  session.compareWith(baselineOf(capture));
  const [record] = await captures.records();
  await captures.renameCapture(record, 'before the change');
  assert.equal(shown(), 'before the change cpu');
  assert.equal(session.baseline?.capture.title, 'before the change');
  assert.deepEqual(await titles(captures), ['before the change']);
});

test('a deleted capture is gone from disk, and is no longer shown or compared with', async (context) => {
  const { captures, engine, session, shown } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  session.compareWith(baselineOf(capture));
  await captures.deleteCapture(capture.id);
  assert.deepEqual([shown(), session.baseline], [undefined, undefined]);
  assert.deepEqual([engine.loadedFiles, await titles(captures)], [[], []]);
});

test('deleting a capture while a profile file is active leaves the file active', async (context) => {
  const { captures, engine, session, shown, folder } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  await writeFile(fileIn(folder, 'heap.pprof'), MEMORY.bytes);
  session.show(await captures.files.open(uriOf(fileIn(folder, 'heap.pprof'))));
  await captures.deleteCapture(capture.id);
  assert.deepEqual([shown(), engine.loadedFiles], ['heap.pprof inuse_space', ['heap.pprof']]);
});

test('a second window can rename and delete the captures of the first window, which still shows its capture', async (context) => {
  const storage = await newStorage(context);
  const first = await openWindow(context, storage);
  const second = await openWindow(context, { ...storage, memento: new FakeMemento() });
  const capture = await measure(first.captures, measuring('BenchmarkA', CPU));
  const [record] = await second.captures.records();
  await second.captures.renameCapture(record, 'renamed');
  assert.deepEqual(await titles(first.captures), ['renamed']);
  await second.captures.deleteCapture(capture.id);
  assert.deepEqual(await titles(first.captures), []);
  assert.equal(first.shown(), 'BenchmarkA cpu');
});

test('listeners are notified of new captures, new names, deletions and opened files', async (context) => {
  const { captures, changes, folder } = await scene(context);
  const notifies = async (act: () => Promise<unknown>) => {
    const before = changes();
    await act();
    return changes() > before;
  };
  const file = fileIn(folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  assert.equal(await notifies(() => measure(captures, measuring('BenchmarkA', CPU))), true);
  const [record] = await captures.records();
  assert.equal(await notifies(() => captures.renameCapture(record, 'x')), true);
  assert.equal(await notifies(() => captures.deleteCapture(record.id)), true);
  assert.equal(await notifies(() => captures.files.open(uriOf(file))), true);
});
