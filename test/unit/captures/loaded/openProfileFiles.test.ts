import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
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
