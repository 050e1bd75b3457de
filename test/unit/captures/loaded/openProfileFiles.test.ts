import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import type { ReadTrace } from '../../../../src/captures/loaded/traceFiles';
import type { TraceKind } from '../../../../src/go/captureTypes';
import { until } from '../../../shared/until';
import { FakeUri } from '../../../shared/fakeVscode';
import {
  vscode, CPU, MEMORY, newStorage, openWindow, scene, measuring, measure, baselineOf, uriOf, fileIn,
} from './loadedCapturesScene';

test('when a profile file is closed, the last capture is shown again with its sample type', async (context) => {
  const { captures, engine, session, shown, folder } = await scene(context);
  const capture = await measure(captures, measuring('BenchmarkA', CPU));
  session.choose(capture.profiles[0].summary.id, 0);
  await writeFile(fileIn(folder, 'heap.pprof'), MEMORY.bytes);
  const file = await captures.files.open(uriOf(fileIn(folder, 'heap.pprof')));
  session.show(file);
  assert.deepEqual(captures.files.all().map(({ title }) => title), ['heap.pprof']);
  captures.files.close(file.capture);
  assert.deepEqual([shown(), engine.loadedFiles, captures.files.all()], ['BenchmarkA samples', ['cpu.pprof'], []]);
});

test('a profile file opens with the sample type that was last chosen for it', async (context) => {
  const { captures, session, folder } = await scene(context);
  const file = fileIn(folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  const first = await captures.files.open(uriOf(file));
  assert.equal(first.sampleType, 1);
  session.show(first);
  session.switchSampleType(0);
  captures.files.close(first.capture);
  assert.equal((await captures.files.open(uriOf(file))).sampleType, 0);
});

test('a profile file stays the baseline when it is read again', async (context) => {
  const { captures, engine, session, folder } = await scene(context);
  const file = fileIn(folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  const first = await captures.files.open(uriOf(file));
  session.compareWith(baselineOf(first.capture));
  const second = await captures.files.open(uriOf(file));
  captures.files.close(first.capture);
  assert.equal(session.baseline?.capture, second.capture);
  assert.deepEqual(engine.loadedFiles, ['heap.pprof']);
});

/** A window after a reload, before which a profile file was active. */
async function reloadedWithFile(context: TestContext) {
  const storage = await newStorage(context);
  const before = await openWindow(context, storage);
  await measure(before.captures, measuring('BenchmarkA', CPU));
  const file = fileIn(storage.folder, 'heap.pprof');
  await writeFile(file, MEMORY.bytes);
  before.session.show(await before.captures.files.open(uriOf(file)));
  context.after(() => vscode.closeTabs());
  return { file, ...(await openWindow(context, storage)) };
}

test('a reload shows the profile file of a tab before the tab is restored, and its editor then uses the same profile', async (context) => {
  const { file, captures, shown, engine, session } = await reloadedWithFile(context);
  vscode.openTab(FakeUri.file(file));
  await captures.restore();
  assert.equal(shown(), 'heap.pprof inuse_space');
  const opened = await captures.files.open(uriOf(file));
  assert.equal(opened.capture, session.active?.capture);
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'heap.pprof']);
});

test('a profile file that changed after it was restored is read again by its editor', async (context) => {
  const { file, captures, engine, session } = await reloadedWithFile(context);
  vscode.openTab(FakeUri.file(file));
  await captures.restore();
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  const restored = session.active?.capture;
  assert.notEqual((await captures.files.open(uriOf(file))).capture, restored);
  assert.deepEqual(engine.loadedFiles, ['cpu.pprof', 'heap.pprof']);
});

test('a restored profile file is unloaded if its tab is closed without being shown', async (context) => {
  const { file, captures, shown, engine } = await reloadedWithFile(context);
  vscode.openTab(FakeUri.file(file));
  await captures.restore();
  vscode.closeTabs();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([shown(), engine.loadedFiles], ['BenchmarkA cpu', ['cpu.pprof']]);
});

test('without its tab, a profile file is not restored', async (context) => {
  const { captures, shown } = await reloadedWithFile(context);
  await captures.restore();
  assert.equal(shown(), 'BenchmarkA cpu');
});

const traceOf = (delays: Readonly<Record<string, number>>): ReadTrace => async ({ path }) => {
  if (!path.endsWith('.trace')) return undefined;
  const kinds = Object.entries(delays) as [TraceKind, number][];
  return kinds.map(([kind, delay]) => ({ kind, bytes: Buffer.from(`contentions/count,delay/nanoseconds ${delay}`) }));
};

test('a trace is one capture with a profile of each kind, and shows the one with the longest delay', async (context) => {
  const storage = await newStorage(context);
  const read = traceOf({ network: 3, sync: 7, syscall: 5, scheduler: 1 });
  const window = await openWindow(context, storage, undefined, read);
  const { capture, profile } = await window.captures.files.open(uriOf(fileIn(storage.folder, 'a.trace')));
  assert.deepEqual(capture.profiles.map(({ label }) => label), ['network', 'sync', 'syscall', 'scheduler']);
  assert.deepEqual([profile.label, capture.title], ['sync', 'a.trace']);
  await writeFile(fileIn(storage.folder, 'heap.pprof'), MEMORY.bytes);
  const other = await window.captures.files.open(uriOf(fileIn(storage.folder, 'heap.pprof')));
  assert.equal(other.capture.profiles.length, 1);
});

test('an execution trace opens with the kind that was last chosen for it', async (context) => {
  const storage = await newStorage(context);
  const { captures, session } = await openWindow(context, storage, undefined, traceOf({ network: 3, sync: 7 }));
  const uri = uriOf(fileIn(storage.folder, 'a.trace'));
  const first = await captures.files.open(uri);
  session.show(first);
  session.choose(first.capture.profiles[0].summary.id, 0);
  captures.files.close(first.capture);
  const again = await captures.files.open(uri);
  assert.deepEqual([again.profile.label, again.sampleType], ['network', 0]);
});

test('if a profile of a trace cannot be loaded, none stays loaded', async (context) => {
  const storage = await newStorage(context);
  const { captures, engine } = await openWindow(context, storage, undefined, async () => [
    { kind: 'sync', bytes: Buffer.from('delay/nanoseconds 5') }, { kind: 'network', bytes: Buffer.from('garbage') },
  ]);
  await assert.rejects(captures.files.open(uriOf(fileIn(storage.folder, 'a.trace'))));
  await until(() => engine.loadedFiles.length === 0);
});
